// `npm run health`: how the queue, its workers and the conversations of this installation are, at the machine. With
// `-- --json` for a program. Exit code 1 where no worker lives or jobs wait for two minutes.
import { runHealthCommand } from "./health/command";
import { operate } from "./operator/operate";

await operate(async () => {
  const { text, healthy } = await runHealthCommand(process.argv.slice(2));
  if (!healthy) process.exitCode = 1;
  return text;
}, "Nothing is known. ");
