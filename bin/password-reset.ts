// `npm run password-reset -- <address>`: creates and prints a link that sets a new password for an account, once and
// within an hour. `--remove-second-factor` also turns off the account's second factor. It is for installations without
// mail, and for people who cannot read theirs. Only the link goes to standard output.
import { operate } from "./operator/operate";
import { runResetCommand } from "./password-reset/command";
import { openCommandSecrets } from "./secrets/open-command-secrets";

await operate(async () => {
  await openCommandSecrets();
  const link = await runResetCommand(process.argv.slice(2));
  process.stderr.write("Link to set a new password. It works once, within an hour:\n");
  return link;
}, "");
