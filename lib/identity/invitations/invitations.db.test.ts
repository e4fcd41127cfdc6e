import { expect, test } from "vitest";
import { acceptInvitation, checkPassword, joinWorkspace, lookAtInvitation } from "@/lib/identity/auth";
import { changeRole, listMembers, removeMember } from "@/lib/identity/members";
import type { Clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { type Mail, MailRefused } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { createInvitation, listInvitations, mailInvitation, renewInvitation, withdrawInvitation } from ".";

const DAY_MS = 86_400_000;
const PASSWORD = "a long enough password";
const someone = () => `${newId("usr")}@example.test`;
const now = () => new Date().toISOString();
const from = () => ({ requestId: newId("req"), address: someAddress(), now: now() });
const tokenOf = ({ link = "" }: { link?: string | undefined }) => link.split("/").at(-1) ?? "";
const overWith = { code: "invalid_state", message: expect.stringContaining("used up") };
const accept = (token: string, more: object = { name: "Nina Nobody" }) =>
  acceptInvitation({ token, password: PASSWORD, ...more }, from());

const memberEmails = async (w: TestWorkspace) =>
  (await listMembers(w.ctx(), { limit: 100 })).data.map(({ email, role }) => `${email} ${role}`);

test("a link lets a new person in, once, and tells them where to", async () => {
  const w = await makeWorkspace();
  const email = someone();
  const invitation = await createInvitation(w.ctx(), { email, role: "builder" });
  expect(invitation).toMatchObject({ email, role: "builder", status: "open", mail: "off" });
  const token = tokenOf(invitation);
  expect(await lookAtInvitation(token, now())).toEqual({
    email,
    role: "builder",
    workspace: "Test workspace",
    sso: false,
  });
  expect(await accept(token)).toEqual({ workspace_id: w.workspaceId, email });
  expect(await memberEmails(w)).toContain(`${email} builder`);
  expect(await checkPassword(email, PASSWORD)).not.toBeNull();
  expect(await lookAtInvitation(token, now())).toBeNull();
  await expect(accept(token)).rejects.toMatchObject(overWith);
  expect((await listInvitations(w.ctx(), { limit: 50 })).data).toEqual([]);
});

test("the token stands nowhere: not in the database, not in the audit log", async () => {
  const w = await makeWorkspace();
  const email = someone();
  const token = tokenOf(await createInvitation(w.ctx(), { email, role: "viewer" }));
  expect(token).toMatch(/^[\w-]{43}$/);
  const rows = await w.ctx().db.all(db.selectFrom("invitations").selectAll());
  const events = await w.ctx().db.all(db.selectFrom("audit_events").selectAll());
  expect(rows).toHaveLength(1);
  for (const value of rows.flatMap((row) => Object.values(row)))
    if (Buffer.isBuffer(value)) {
      expect(value.includes(Buffer.from(token, "base64url"))).toBe(false);
      expect(value.includes(email)).toBe(false);
    }
  const text = JSON.stringify([rows, events]);
  expect(text).not.toContain(token);
  expect(text).not.toContain(email);
});

test("of several who open a link at once one gets in", async () => {
  const w = await makeWorkspace();
  const token = tokenOf(await createInvitation(w.ctx(), { email: someone(), role: "viewer" }));
  const outcomes = await Promise.allSettled([accept(token), accept(token), accept(token)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await memberEmails(w)).length).toBe(2);
});

test("whoever has an account proves it by its password, and no other password is set", async () => {
  const [w, theirs] = [await makeWorkspace(), await makeWorkspace()];
  const email = theirs.ownerEmail;
  const token = tokenOf(await createInvitation(w.ctx(), { email, role: "viewer" }));
  await expect(accept(token)).rejects.toMatchObject({
    code: "validation_error",
    details: [{ pointer: "/password", code: "wrong_password" }],
  });
  await accept(token, { password: OWNER_PASSWORD });
  expect(await memberEmails(w)).toContain(`${email} viewer`);
  expect(await checkPassword(email, OWNER_PASSWORD)).toMatchObject({ userId: theirs.ownerUserId });
});

test("who is signed in joins by the link for their own address, and for no other", async () => {
  const [w, theirs] = [await makeWorkspace(), await makeWorkspace()];
  await theirs.cookie();
  const [session] = await identityQuery(
    identityDb.selectFrom("sessions").select("id").where("user_id", "=", theirs.ownerUserId),
  );
  const ctx = { ...theirs.ctx(), session: { id: session?.id ?? "", userId: theirs.ownerUserId } };
  const own = await createInvitation(w.ctx(), { email: theirs.ownerEmail, role: "admin" });
  const another = await createInvitation(w.ctx(), { email: someone(), role: "admin" });
  await expect(joinWorkspace(ctx, tokenOf(another))).rejects.toMatchObject({ code: "forbidden" });
  await joinWorkspace(ctx, tokenOf(own));
  expect(await memberEmails(w)).toContain(`${theirs.ownerEmail} admin`);
});

test("inviting answers alike for a known and an unknown address", async () => {
  const [w, theirs] = [await makeWorkspace(), await makeWorkspace()];
  const known = await createInvitation(w.ctx(), { email: theirs.ownerEmail, role: "viewer" });
  const unknown = await createInvitation(w.ctx(), { email: someone(), role: "viewer" });
  const shape = (value: object) => Object.keys(value).sort();
  expect(shape(known)).toEqual(shape(unknown));
  expect({ ...known, id: "", email: "", link: "", created_at: "", expires_at: "" }).toEqual({
    ...unknown,
    id: "",
    email: "",
    link: "",
    created_at: "",
    expires_at: "",
  });
});

test("a new person chooses a name and a password of 12 characters", async () => {
  const w = await makeWorkspace();
  const token = tokenOf(await createInvitation(w.ctx(), { email: someone(), role: "viewer" }));
  const refused = await acceptInvitation({ token, password: "short" }, from()).catch((error) => error);
  expect(refused.details.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["/name", "/password"]);
  await accept(token);
});

test("a link stops working after 7 days, when it is withdrawn, and when it is renewed", async () => {
  const clock: Clock & { at: Date } = { at: new Date(), now: () => clock.at };
  const w = await makeWorkspace({ clock });
  const look = async (link: { link?: string | undefined }) =>
    (await lookAtInvitation(tokenOf(link), clock.at.toISOString())) !== null;
  const [one, two] = [
    await createInvitation(w.ctx(), { email: someone(), role: "viewer" }),
    await createInvitation(w.ctx(), { email: someone(), role: "viewer" }),
  ];
  expect([await look(one), await look(two)]).toEqual([true, true]);
  const again = await renewInvitation(w.ctx(), one.id);
  expect([await look(one), await look(again)]).toEqual([false, true]);
  await withdrawInvitation(w.ctx(), two.id);
  expect(await look(two)).toBe(false);
  await expect(withdrawInvitation(w.ctx(), two.id)).rejects.toMatchObject({ code: "not_found" });
  clock.at = new Date(clock.at.getTime() + 7 * DAY_MS);
  expect(await look(again)).toBe(false);
  const [listed] = (await listInvitations(w.ctx(), { limit: 50 })).data;
  expect(listed).toMatchObject({ id: one.id, status: "expired" });
  expect(await look(await renewInvitation(w.ctx(), one.id))).toBe(true);
});

test("an address has one open invitation, and a member none", async () => {
  const w = await makeWorkspace();
  const email = someone();
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => createInvitation(w.ctx(), { email, role: "viewer" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
  await expect(createInvitation(w.ctx(), { email: w.ownerEmail, role: "viewer" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("nobody invites above their own role, and what they invited lapses with their right to", async () => {
  const w = await makeWorkspace();
  const admin = await w.member("admin");
  const ctx = w.ctxAs({ type: "member", id: admin.id, role: "admin" });
  await expect(createInvitation(ctx, { email: someone(), role: "owner" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const invited = await createInvitation(ctx, { email: someone(), role: "admin" });
  await changeRole(w.ctx(), admin.id, { role: "builder" });
  await expect(accept(tokenOf(invited))).rejects.toMatchObject(overWith);
  await removeMember(w.ctx(), admin.id);
  await expect(accept(tokenOf(invited))).rejects.toMatchObject(overWith);
  expect((await listInvitations(w.ctx(), { limit: 50 })).data[0]?.status).toBe("lapsed");
  await accept(tokenOf(await renewInvitation(w.ctx(), invited.id)));
});

test("another workspace's invitation is nobody's here", async () => {
  const [w, theirs] = [await makeWorkspace(), await makeWorkspace()];
  const { id } = await createInvitation(theirs.ctx(), { email: someone(), role: "viewer" });
  await expect(renewInvitation(w.ctx(), id)).rejects.toMatchObject({ code: "not_found" });
  await expect(withdrawInvitation(w.ctx(), id)).rejects.toMatchObject({ code: "not_found" });
});

test("the mail holds the link that works, and what the server says is noted", async () => {
  const w = await makeWorkspace();
  const email = someone();
  const invitation = await createInvitation(w.ctx(), { email, role: "viewer" });
  const sent: Mail[] = [];
  const stateOf = async () => (await listInvitations(w.ctx(), { limit: 50 })).data[0]?.mail;
  const busy = async () => Promise.reject(new MailRefused(false, "451"));
  await expect(mailInvitation(w.ctx(), invitation.id, busy)).rejects.toBeInstanceOf(MailRefused);
  expect(await stateOf()).toBe("failed");
  await mailInvitation(w.ctx(), invitation.id, async () => Promise.reject(new MailRefused(true, "550")));
  expect(await stateOf()).toBe("failed");
  await mailInvitation(w.ctx(), invitation.id, async (mail) => void sent.push(mail));
  expect(await stateOf()).toBe("sent");
  expect(sent).toEqual([
    { to: email, subject: expect.any(String), text: expect.stringContaining(invitation.link ?? "") },
  ]);
  await withdrawInvitation(w.ctx(), invitation.id);
  await mailInvitation(w.ctx(), invitation.id, async (mail) => void sent.push(mail));
  expect(sent).toHaveLength(1);
});
