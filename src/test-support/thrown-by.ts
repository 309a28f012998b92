// The error of a class that something throws.

type Class<E> = abstract new (...args: never[]) => E;

export function thrownBy<E>(of: Class<E>, action: () => unknown): E {
  try {
    action();
  } catch (error) {
    if (error instanceof of) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
