// The progress of a long run: a bar on a terminal, a line now and then elsewhere.

import cliProgress from "cli-progress";

export interface Progress {
  readonly update: (done: number, failures: number) => void;
  /** Prints something between. */
  readonly interrupt: (text: string) => void;
  readonly stop: () => void;
}

const linesApart = 30_000;

export function createProgress(total: number, what: string): Progress {
  return process.stderr.isTTY ? bar(total, what) : lines(total, what);
}

function bar(total: number, what: string): Progress {
  const format = `{bar} {value} of {total} ${what}, {failures} failures, {eta_formatted} to go`;
  // Interrupts are the command's business.
  const shown = new cliProgress.SingleBar({ format, hideCursor: true, clearOnComplete: true, gracefulExit: false });
  shown.start(total, 0, { failures: 0 });
  return {
    update: (done, failures) => shown.update(done, { failures }),
    interrupt: (text) => process.stderr.write(`\r\u001b[K${text}\n`),
    stop: () => shown.stop(),
  };
}

function lines(total: number, what: string): Progress {
  const started = Date.now();
  let printed = started;
  return {
    update(done, failures) {
      const now = Date.now();
      if (now - printed < linesApart) return;
      printed = now;
      const left = Math.round((((now - started) / done) * (total - done)) / 1000);
      process.stderr.write(`${done} of ${total} ${what}, ${failures} failures, ${left} s to go\n`);
    },
    interrupt: (text) => console.log(text),
    stop: () => undefined,
  };
}
