// Requests to end this process: a signal, or the exit of the program that runs it as a script.
import { isScript, watchLauncher } from "./launcher.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** A shell that execs its command gets Ctrl-C twice from the terminal and from npm: almost at the same time, or on a
 *  busy machine seconds apart. A person who presses Ctrl-C again waits longer before. */
const SAME_REQUEST_MS = 2_000;

/**
 * Calls `onFirst` at the first request to end, with the signal's name if it is one, and `onSecond` when a later signal repeats it. Errors of the output
 * streams are ignored: their reader may have exited, and the shutdown must still complete.
 */
export function onEndSignal(onFirst, onSecond) {
  let requestedAt;
  const request = (name) => {
    requestedAt ??= performance.now();
    onFirst(name);
  };
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (requestedAt === undefined) request(name);
      else if (performance.now() - requestedAt > SAME_REQUEST_MS) onSecond();
    });
  }
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (isScript())
    watchLauncher(() => {
      if (requestedAt === undefined) request();
    });
}
