// `npm run password-reset -- <address>`: makes a link that sets a new password for an account, once and within an hour,
// and prints it. For installations without mail, and for whoever cannot read theirs.
import { makeResetLink } from "@/lib/auth";
import { iso, systemClock } from "@/lib/clock";
import { closePool } from "@/lib/db";

const USAGE = "Usage: npm run password-reset -- <e-mail address>";

try {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0) throw new Error(USAGE);
  const link = await makeResetLink(email, iso(systemClock.now()));
  process.stderr.write("A link that sets a new password. It works once, for an hour:\n");
  process.stdout.write(`${link}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closePool();
}
