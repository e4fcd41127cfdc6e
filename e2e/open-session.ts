// Makes a member of the run's workspace, or of a new one that is empty, and opens a session for them, through the
// product's own verbs.
//   tsx e2e/open-session.ts <role> [empty]   prints the cookie as JSON
import { foundWorkspace, newMember, newUser, openSession } from "@/lib/auth";
import { iso, systemClock } from "@/lib/clock";
import { ROLES } from "@/lib/context";
import { closePool, record } from "@/lib/db";
import { newId } from "@/lib/ids";
import { workspaceIds } from "@/lib/workspaces";

const role = ROLES.find((one) => one === process.argv[2]);
const mail = () => `${newId("usr")}@example.com`;
const isEmpty = process.argv[3] === "empty";
const workspaceId = isEmpty
  ? (await foundWorkspace({ name: "Nothing yet", owner: { email: mail(), name: "Founder", password: null } }))
      ?.workspaceId
  : (await workspaceIds())[0];
if (role === undefined || workspaceId === undefined) throw new Error("Usage: open-session.ts <role> [empty]");
const now = iso(systemClock.now());
const name = `${role[0]?.toUpperCase()}${role.slice(1)} of the tests`;
const user = await newUser({ email: mail(), name, password: null }, now);
const member = newMember({ workspaceId, userId: user.id, role }, now);
await record({ workspaceId }, { run: [user.insert, member.insert] });
const session = await openSession(
  { userId: user.id, workspaceId, address: "203.0.113.7", userAgent: null },
  now,
);
process.stdout.write(JSON.stringify({ name: session.cookie.name, value: session.token }));
await closePool();
