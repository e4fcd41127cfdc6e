// `npm run secrets`: compares the secrets of this machine with those of the database. `-- --accept` makes this machine's
// those of the database; `-- move` moves them to another source, `-- rewrap` wraps the root key again. Exit code 1 if one is
// missing or different.
import { operate } from "./operator/operate";
import { runSecretsCommand } from "./secrets/command";

await operate(async () => {
  const { text, allRight } = await runSecretsCommand(process.argv.slice(2));
  if (!allRight) process.exitCode = 1;
  return text;
}, "The secrets were not changed. ");
