// What a start says: one short line for each thing done, with its duration; on a terminal the running one is shown live.
const TICK_MS = 200;

/** An end that is the operator's to mend: printed as one line, without a stack. `code` is the process's exit code. */
export class StartError extends Error {
  constructor(message, code = 1) {
    super(message);
    this.name = "StartError";
    this.code = code;
  }
}

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** `say` prints a line, `step` one for a piece of work when it is done, `fail` one on standard error. */
export function terminal(out = process.stdout, err = process.stderr) {
  const live = out.isTTY === true;
  const say = (line = "") => out.write(`${line}\n`);
  const step = async (doing, done, work) => {
    const began = performance.now();
    const show = () => out.write(`\r\x1b[2K  … ${doing} ${seconds(performance.now() - began)}`);
    const timer = live ? setInterval(show, TICK_MS) : undefined;
    // Without a terminal long work still shows that it has begun.
    const notice = live ? undefined : setTimeout(() => say(`  … ${doing}`), 2_000);
    try {
      await work();
      if (live) out.write("\r\x1b[2K");
      say(`  ${live ? "\x1b[32m✓\x1b[0m" : "✓"} ${done} (${seconds(performance.now() - began)})`);
    } catch (error) {
      if (live) out.write("\r\x1b[2K");
      throw error;
    } finally {
      clearInterval(timer);
      clearTimeout(notice);
    }
  };
  return { live, say, step, fail: (line) => err.write(`${line}\n`) };
}
