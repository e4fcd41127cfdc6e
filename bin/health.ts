// `npm run health`: the state of this installation's queue, workers, calls and storage, as text or (`-- --json`) as JSON.
// Exit code 1 if no worker is running or a job is late by two minutes.
import { runHealthCommand } from "./health/command";
import { operate } from "./operator/operate";

await operate(async () => {
  const { text, healthy } = await runHealthCommand(process.argv.slice(2));
  if (!healthy) process.exitCode = 1;
  return text;
}, "The state could not be read. ");
