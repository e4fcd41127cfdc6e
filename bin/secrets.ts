// `npm run secrets`: compares the key files of this machine with those of the database. `-- --accept` makes this machine's
// files those of the database. Exit code 1 if a file is missing or different.
import { operate } from "./operator/operate";
import { runSecretsCommand } from "./secrets/command";

await operate(async () => {
  const { text, allRight } = await runSecretsCommand(process.argv.slice(2));
  if (!allRight) process.exitCode = 1;
  return text;
}, "The key files could not be compared. ");
