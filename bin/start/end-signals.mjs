// What asks a process to end: a signal, or the end of the program that runs it as a script.
import { isScript, watchLauncher } from "./launcher.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** A shell that replaces itself by its command gets Ctrl-C from the terminal and again from npm, in the same moment.
 *  A person who asks twice takes longer. */
const SAME_REQUEST_MS = 500;

/**
 * Calls `onFirst` when this process is first asked to end, and `onSecond` when a signal repeats the request later. The
 * output may be gone by then with its reader, which must not turn an orderly end into a crash.
 */
export function onEndSignal(onFirst, onSecond) {
  let askedAt;
  const ask = () => {
    askedAt ??= performance.now();
    onFirst();
  };
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (askedAt === undefined) ask();
      else if (performance.now() - askedAt > SAME_REQUEST_MS) onSecond();
    });
  }
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (isScript())
    watchLauncher(() => {
      if (askedAt === undefined) ask();
    });
}
