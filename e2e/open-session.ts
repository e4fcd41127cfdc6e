// Makes a member of the run's workspace, or of a new one, or of a given one, and opens a session for them, through the
// product's own verbs.
//   tsx e2e/open-session.ts <role> [--new | --in=<workspace>] [name …]   prints the cookie and the workspace as JSON
// Each name becomes a further workspace, which the person owns.
import { foundWorkspace, newMember, newUser, openSession } from "@/lib/auth";
import { iso, systemClock } from "@/lib/clock";
import { ROLES } from "@/lib/context";
import { closePool, record } from "@/lib/db";
import { newId } from "@/lib/ids";
import { workspaceIds } from "@/lib/workspaces";

const [named, ...rest] = process.argv.slice(2);
const role = ROLES.find((one) => one === named);
const where = rest[0]?.startsWith("--") ? rest[0] : undefined;
const further = where === undefined ? rest : rest.slice(1);
const mail = () => `${newId("usr")}@example.com`;
const founder = { email: mail(), name: "Founder", password: null };

async function workspace(): Promise<string | undefined> {
  if (where === "--new") return (await foundWorkspace({ name: "Nothing yet", owner: founder }))?.workspaceId;
  // Ids sort by time: the run's own workspace is older than those that tests make.
  return where?.split("=")[1] ?? (await workspaceIds()).sort()[0];
}

const workspaceId = await workspace();
if (role === undefined || workspaceId === undefined)
  throw new Error("Usage: open-session.ts <role> [--new | --in=<workspace>] [name …]");
const now = iso(systemClock.now());
const name = `${role[0]?.toUpperCase()}${role.slice(1)} of the tests`;
const user = await newUser({ email: mail(), name, password: null }, now);
const member = newMember({ workspaceId, userId: user.id, role }, now);
await record({ workspaceId }, { run: [user.insert, member.insert] });
for (const other of further) await foundWorkspace({ name: other, owner: { userId: user.id } });
const session = await openSession(
  { userId: user.id, workspaceId, address: "203.0.113.7", userAgent: null },
  now,
);
process.stdout.write(
  JSON.stringify({ name: session.cookie.name, value: session.token, workspace: workspaceId }),
);
await closePool();
