import { expect, test } from "vitest";
import { acceptInvitation, checkPassword, joinWorkspace, previewInvitation } from "@/lib/identity/auth";
import { changeRole, listMembers, removeMember } from "@/lib/identity/members";
import type { Clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { type Mail, MailRefusedError } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { createInvitation, listInvitations, mailInvitation, renewInvitation, withdrawInvitation } from ".";

const DAY_MS = 86_400_000;
const PASSWORD = "a long enough password";
const newAddress = () => `${newId("usr")}@example.test`;
const now = () => new Date().toISOString();
const newOrigin = () => ({ requestId: newId("req"), address: someAddress(), now: now() });
const tokenOf = ({ link = "" }: { link?: string | undefined }) => link.split("/").at(-1) ?? "";
const unusableError = { code: "invalid_state", message: expect.stringContaining("was used") };
const accept = (token: string, more: object = { name: "Nina Nobody" }) =>
  acceptInvitation({ token, password: PASSWORD, ...more }, newOrigin());

const memberEmails = async (w: TestWorkspace) =>
  (await listMembers(w.ctx(), { limit: 100 })).data.map(({ email, role }) => `${email} ${role}`);

test("admits a new person by a link once and names the workspace", async () => {
  const w = await makeWorkspace();
  const email = newAddress();
  const invitation = await createInvitation(w.ctx(), { email, role: "builder" });
  expect(invitation).toMatchObject({ email, role: "builder", status: "open", mail: "off" });
  const token = tokenOf(invitation);
  expect(await previewInvitation(token, now())).toEqual({
    email,
    role: "builder",
    workspace: "Test workspace",
    sso: false,
  });
  expect(await accept(token)).toEqual({ workspace_id: w.workspaceId, email });
  expect(await memberEmails(w)).toContain(`${email} builder`);
  expect(await checkPassword(email, PASSWORD)).not.toBeNull();
  expect(await previewInvitation(token, now())).toBeNull();
  await expect(accept(token)).rejects.toMatchObject(unusableError);
  expect((await listInvitations(w.ctx(), { limit: 50 })).data).toEqual([]);
});

test("stores the token neither in the database nor in the audit log", async () => {
  const w = await makeWorkspace();
  const email = newAddress();
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

test("admits one of several people who open a link at the same time", async () => {
  const w = await makeWorkspace();
  const token = tokenOf(await createInvitation(w.ctx(), { email: newAddress(), role: "viewer" }));
  const outcomes = await Promise.allSettled([accept(token), accept(token), accept(token)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await memberEmails(w)).length).toBe(2);
});

test("requires the existing account's password and does not replace it", async () => {
  const [w, otherWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  const email = otherWorkspace.ownerEmail;
  const token = tokenOf(await createInvitation(w.ctx(), { email, role: "viewer" }));
  await expect(accept(token)).rejects.toMatchObject({
    code: "validation_error",
    details: [{ pointer: "/password", code: "wrong_password" }],
  });
  await accept(token, { password: OWNER_PASSWORD });
  expect(await memberEmails(w)).toContain(`${email} viewer`);
  expect(await checkPassword(email, OWNER_PASSWORD)).toMatchObject({ userId: otherWorkspace.ownerUserId });
});

test("lets a signed-in person join only by a link for their own address", async () => {
  const [w, otherWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  await otherWorkspace.cookie();
  const [session] = await identityQuery(
    identityDb.selectFrom("sessions").select("id").where("user_id", "=", otherWorkspace.ownerUserId),
  );
  const ctx = {
    ...otherWorkspace.ctx(),
    session: { id: session?.id ?? "", userId: otherWorkspace.ownerUserId },
  };
  const ownInvitation = await createInvitation(w.ctx(), { email: otherWorkspace.ownerEmail, role: "admin" });
  const otherInvitation = await createInvitation(w.ctx(), { email: newAddress(), role: "admin" });
  await expect(joinWorkspace(ctx, tokenOf(otherInvitation))).rejects.toMatchObject({ code: "forbidden" });
  await joinWorkspace(ctx, tokenOf(ownInvitation));
  expect(await memberEmails(w)).toContain(`${otherWorkspace.ownerEmail} admin`);
});

test("returns the same response for known and unknown addresses", async () => {
  const [w, otherWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  const knownInvitation = await createInvitation(w.ctx(), {
    email: otherWorkspace.ownerEmail,
    role: "viewer",
  });
  const unknownInvitation = await createInvitation(w.ctx(), { email: newAddress(), role: "viewer" });
  const keysOf = (value: object) => Object.keys(value).sort();
  expect(keysOf(knownInvitation)).toEqual(keysOf(unknownInvitation));
  expect({ ...knownInvitation, id: "", email: "", link: "", created_at: "", expires_at: "" }).toEqual({
    ...unknownInvitation,
    id: "",
    email: "",
    link: "",
    created_at: "",
    expires_at: "",
  });
});

test("requires a name and a password of 12 characters from a new person", async () => {
  const w = await makeWorkspace();
  const token = tokenOf(await createInvitation(w.ctx(), { email: newAddress(), role: "viewer" }));
  const refused = await acceptInvitation({ token, password: "short" }, newOrigin()).catch((error) => error);
  expect(refused.details.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["/name", "/password"]);
  await accept(token);
});

test("stops a link after 7 days, on withdrawal and on renewal", async () => {
  const clock: Clock & { at: Date } = { at: new Date(), now: () => clock.at };
  const w = await makeWorkspace({ clock });
  const isUsable = async (link: { link?: string | undefined }) =>
    (await previewInvitation(tokenOf(link), clock.at.toISOString())) !== null;
  const [firstInvitation, secondInvitation] = [
    await createInvitation(w.ctx(), { email: newAddress(), role: "viewer" }),
    await createInvitation(w.ctx(), { email: newAddress(), role: "viewer" }),
  ];
  expect([await isUsable(firstInvitation), await isUsable(secondInvitation)]).toEqual([true, true]);
  const renewed = await renewInvitation(w.ctx(), firstInvitation.id);
  expect([await isUsable(firstInvitation), await isUsable(renewed)]).toEqual([false, true]);
  await withdrawInvitation(w.ctx(), secondInvitation.id);
  expect(await isUsable(secondInvitation)).toBe(false);
  await expect(withdrawInvitation(w.ctx(), secondInvitation.id)).rejects.toMatchObject({ code: "not_found" });
  clock.at = new Date(clock.at.getTime() + 7 * DAY_MS);
  expect(await isUsable(renewed)).toBe(false);
  const [listed] = (await listInvitations(w.ctx(), { limit: 50 })).data;
  expect(listed).toMatchObject({ id: firstInvitation.id, status: "expired" });
  expect(await isUsable(await renewInvitation(w.ctx(), firstInvitation.id))).toBe(true);
});

test("allows one open invitation per address and none for a member", async () => {
  const w = await makeWorkspace();
  const email = newAddress();
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

test("rejects invitations above the inviter's role, and lapses them when the inviter loses that role", async () => {
  const w = await makeWorkspace();
  const admin = await w.member("admin");
  const ctx = w.ctxAs({ type: "member", id: admin.id, role: "admin" });
  await expect(createInvitation(ctx, { email: newAddress(), role: "owner" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const invited = await createInvitation(ctx, { email: newAddress(), role: "admin" });
  await changeRole(w.ctx(), admin.id, { role: "builder" });
  await expect(accept(tokenOf(invited))).rejects.toMatchObject(unusableError);
  await removeMember(w.ctx(), admin.id);
  await expect(accept(tokenOf(invited))).rejects.toMatchObject(unusableError);
  expect((await listInvitations(w.ctx(), { limit: 50 })).data[0]?.status).toBe("lapsed");
  await accept(tokenOf(await renewInvitation(w.ctx(), invited.id)));
});

test("does not find another workspace's invitation", async () => {
  const [w, otherWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  const { id } = await createInvitation(otherWorkspace.ctx(), { email: newAddress(), role: "viewer" });
  await expect(renewInvitation(w.ctx(), id)).rejects.toMatchObject({ code: "not_found" });
  await expect(withdrawInvitation(w.ctx(), id)).rejects.toMatchObject({ code: "not_found" });
});

test("mails a working link and records the result", async () => {
  const w = await makeWorkspace();
  const email = newAddress();
  const invitation = await createInvitation(w.ctx(), { email, role: "viewer" });
  const sent: Mail[] = [];
  const stateOf = async () => (await listInvitations(w.ctx(), { limit: 50 })).data[0]?.mail;
  const busy = async () => Promise.reject(new MailRefusedError(false, "451"));
  await expect(mailInvitation(w.ctx(), invitation.id, busy)).rejects.toBeInstanceOf(MailRefusedError);
  expect(await stateOf()).toBe("failed");
  await mailInvitation(w.ctx(), invitation.id, async () => Promise.reject(new MailRefusedError(true, "550")));
  expect(await stateOf()).toBe("failed");
  await mailInvitation(w.ctx(), invitation.id, async (mail) => void sent.push(mail));
  expect(await stateOf()).toBe("sent");
  expect(sent).toEqual([
    {
      to: email,
      subject: expect.any(String),
      text: expect.stringContaining(invitation.link ?? ""),
      html: expect.stringContaining(`href="${invitation.link}"`),
    },
  ]);
  await withdrawInvitation(w.ctx(), invitation.id);
  await mailInvitation(w.ctx(), invitation.id, async (mail) => void sent.push(mail));
  expect(sent).toHaveLength(1);
});
