// Makes a member of a new workspace, or of a given one, and opens a session for them, through the product's own verbs.
//   node dist/e2e/open-session.js <role> (--new | --in=<workspace>) [name …]   prints the cookie and the workspace as JSON
// Each name becomes a further workspace, which the person owns.
import { createWorkspace, newMember, newUser, openSession } from "@/lib/identity/auth";
import { iso, systemClock } from "@/lib/platform/clock";
import { ROLES } from "@/lib/platform/context";
import { closePool, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

const [named, where, ...further] = process.argv.slice(2);
const role = ROLES.find((candidate) => candidate === named);
const mail = () => `${newId("usr")}@example.com`;
const founder = { email: mail(), name: "Founder", password: null };

async function workspace(): Promise<string | undefined> {
  if (where === "--new") return (await createWorkspace({ name: "End to end", owner: founder }))?.workspaceId;
  return where?.split("=")[1];
}

const workspaceId = await workspace();
if (role === undefined || workspaceId === undefined)
  throw new Error("Usage: open-session.ts <role> (--new | --in=<workspace>) [name …]");
const now = iso(systemClock.now());
const name = `${role[0]?.toUpperCase()}${role.slice(1)} of the tests`;
const user = await newUser({ email: mail(), name, password: null }, now);
const member = newMember({ workspaceId, userId: user.id, role }, now);
await writeUnaudited({ workspaceId }, { run: [user.insert, member.insert] });
for (const workspaceName of further)
  await createWorkspace({ name: workspaceName, owner: { userId: user.id } });
const session = await openSession(
  { userId: user.id, workspaceId, address: "203.0.113.7", userAgent: null },
  now,
);
process.stdout.write(
  JSON.stringify({ name: session.cookie.name, value: session.token, workspace: workspaceId }),
);
await closePool();
