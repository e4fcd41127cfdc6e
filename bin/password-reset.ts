// `npm run password-reset -- <address>`: makes a link that sets a new password for an account, once and within an hour,
// and prints it; with `--remove-second-factor` it turns the account's second factor off too. For installations without
// mail, and for whoever cannot read theirs. The link alone goes to standard output.
import { operate } from "./operator/operate";
import { runResetCommand } from "./password-reset/command";

await operate(async () => {
  const link = await runResetCommand(process.argv.slice(2));
  process.stderr.write("A link that sets a new password. It works once, for an hour:\n");
  return link;
}, "");
