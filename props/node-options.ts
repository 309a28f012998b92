// Options of Node for processes that compile much code, nearly all of which runs a few times: to optimise it late, and a
// larger nursery, save a third of their time. There are as many such processes as cores, so one thread collects each one's
// garbage: threads that help would wait for other processes, which costs a tenth of the time.

/** V8 calls the first one so up to version 11, which is that of Node 20; later ones do not know it. */
const late = Number.parseInt(process.versions.v8) < 12 ? ["--interrupt-budget=1000000"] : [];

export const nodeOptions: readonly string[] = [...late, "--max-semi-space-size=64", "--single-threaded-gc"];
