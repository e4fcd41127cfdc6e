// Output of a start: one line for each completed step with its duration. A terminal also shows the step in progress.
const TICK_MS = 200;

/** An error that the operator can fix: printed as one line, without a stack. `code` is the process's exit code. */
export class StartError extends Error {
  constructor(message, code = 1) {
    super(message);
    this.name = "StartError";
    this.code = code;
  }
}

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** `say` prints a line, `step` a line for completed work, `fail` a line on standard error. */
export function terminal(stdout = process.stdout, stderr = process.stderr) {
  const live = stdout.isTTY === true;
  const say = (line = "") => stdout.write(`${line}\n`);
  const step = async (doing, done, work) => {
    const startedAt = performance.now();
    const show = () => stdout.write(`\r\x1b[2K  … ${doing} ${seconds(performance.now() - startedAt)}`);
    const timer = live ? setInterval(show, TICK_MS) : undefined;
    // Without a terminal, a long step also prints a line when it has run for two seconds.
    const notice = live ? undefined : setTimeout(() => say(`  … ${doing}`), 2_000);
    try {
      await work();
      if (live) stdout.write("\r\x1b[2K");
      say(`  ${live ? "\x1b[32m✓\x1b[0m" : "✓"} ${done} (${seconds(performance.now() - startedAt)})`);
    } catch (error) {
      if (live) stdout.write("\r\x1b[2K");
      throw error;
    } finally {
      clearInterval(timer);
      clearTimeout(notice);
    }
  };
  return { live, say, step, fail: (line) => stderr.write(`${line}\n`) };
}
