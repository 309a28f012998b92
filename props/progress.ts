// The progress of a long run: a line that renews itself on a terminal, a line now and then elsewhere.

export interface Progress {
  readonly update: (done: number, failures: number) => void;
  /** Prints something between. */
  readonly interrupt: (text: string) => void;
  readonly stop: () => void;
}

export function createProgress(total: number, what: string): Progress {
  const started = Date.now();
  let printed = started;
  const isTerminal = process.stderr.isTTY;
  return {
    update(done, failures) {
      const now = Date.now();
      if (now - printed < (isTerminal ? 200 : 30_000)) return;
      printed = now;
      const left = Math.round((((now - started) / done) * (total - done)) / 1000);
      const line = `${done} of ${total} ${what}, ${failures} failures, ${left} s to go`;
      process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    interrupt(text) {
      if (isTerminal) process.stderr.write("\r\u001b[K");
      console.log(text);
    },
    stop() {
      if (isTerminal) process.stderr.write("\r\u001b[K");
    },
  };
}
