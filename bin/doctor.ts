// `npm run doctor`: checks a deployment by using its parts, and tells what to do. It changes nothing, and works without the
// database and without a running Parley. Exit code 1 if a check failed, 2 for wrong arguments.
import { join } from "node:path";
import { readArguments, USAGE } from "./doctor/arguments";
import { adoptEnvironment } from "./doctor/environment";
import { codeOf } from "./doctor/finding";

/** Writes all of a text before the process ends. */
const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => void stream.write(`${text}\n`, () => resolve()));

const args = readArguments(process.argv.slice(2));
if (args === null) {
  await write(process.stderr, USAGE);
  process.exit(2);
}
// Warnings of Node about a package would be between the lines of the report.
process.removeAllListeners("warning");
try {
  // The product's modules read the environment at their import, and would refuse an invalid one.
  const environment = adoptEnvironment();
  const { runDoctorCommand } = await import("./doctor/command");
  const { text, exitCode } = await runDoctorCommand(args, {
    ...environment,
    root: join(import.meta.dirname, ".."),
    nodeVersion: process.versions.node,
    uid: process.getuid?.() ?? null,
    now: Date.now,
    mailTo: args.mailTo,
  });
  await write(process.stdout, text);
  // An exit waits for the threads that read files, so that a file system that hangs would hold it. `bin/run.mjs` reports 1.
  if (exitCode !== 0 && process.getActiveResourcesInfo().includes("FSReqPromise"))
    process.kill(process.pid, "SIGKILL");
  // A check that took too long may still hold a connection.
  process.exit(exitCode);
} catch (error) {
  // The message can quote a value of the environment.
  await write(process.stderr, `The command ended with an error (${codeOf(error)}).`);
  process.exit(1);
}
