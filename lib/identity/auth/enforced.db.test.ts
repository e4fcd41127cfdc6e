import { describe, expect, test } from "vitest";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import {
  acceptInvitation,
  changePassword,
  checkPassword,
  createResetLink,
  issueBreakGlassCode,
  joinWorkspace,
  listSessions,
  mailPasswordReset,
  newMember,
  newUser,
  previewInvitation,
  readAccount,
  resetPassword,
  signIn,
} from "@/lib/identity/auth";
import { createInvitation, renewInvitation } from "@/lib/identity/invitations";
import { changeRole } from "@/lib/identity/members";
import { createBreakGlassCode, removeSso } from "@/lib/identity/sso";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import type { Mail } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { newPasswordReset } from "./password/reset-link";
import { checkSession, endPasswordSessions, forgetSession } from "./sessions";

const NEXT = "another long password";
const now = () => new Date().toISOString();
const from = () => ({ requestId: newId("req"), address: someAddress(), now: now() });
const newAddress = () => `${newId("usr")}@example.test`;
const tokenIn = (link = "") => link.split("/").at(-1) ?? "";
const ssoOnlyError = { code: "invalid_state", message: expect.stringContaining("single sign-on") };

/** Inserts a connection that has worked, as `putSso` does, without a request to the provider. */
async function insertConnection(w: TestWorkspace, isEnforced: boolean): Promise<void> {
  await runWorkspaceCommand(["plan", w.workspaceId, "enterprise"]);
  const at = now();
  const row = {
    workspace_id: w.workspaceId,
    entity_id: "https://idp.example.com",
    sso_url: "https://idp.example.com/sso",
    certificates: "[]",
    role_mapping: JSON.stringify({ attribute: null, rules: [], default_role: "viewer" }),
    enforced: isEnforced,
    last_success_at: at,
    created_at: at,
    updated_at: at,
  };
  await writeUnaudited(w, { run: [db.insertInto("sso_connections").values(row as never)] });
}

const enforceSso = (w: TestWorkspace) =>
  writeUnaudited(w, async (tx) => {
    await tx.first(
      db.updateTable("sso_connections").set({ enforced: true }).where("workspace_id", "=", w.workspaceId),
    );
    await endPasswordSessions(tx, w.workspaceId, now());
  });

/** Creates a workspace that enforces single sign-on. */
async function createEnforcedWorkspace(): Promise<TestWorkspace> {
  const w = await makeWorkspace();
  await insertConnection(w, true);
  return w;
}

/** Adds a user as a member of a workspace. Returns the member's id. */
async function addMembership(
  w: TestWorkspace,
  userId: string,
  more: { joinedBySso?: boolean } = {},
): Promise<string> {
  const membership = newMember({ workspaceId: w.workspaceId, userId, role: "viewer", ...more }, now());
  await writeUnaudited(w, { run: [membership.insert] });
  return membership.id;
}

const signInOwner = (w: TestWorkspace, more: object = {}) =>
  signIn({ email: w.ownerEmail, password: OWNER_PASSWORD, address: someAddress(), userAgent: null, ...more });
/** The session in its last workspace; null if it is not open there. */
async function sessionOf(sid: string) {
  const session = await checkSession(sid, now());
  return session === "not_open" ? null : session;
}
/** Whether a session opens a workspace. */
const opens = async (sid: string, { workspaceId }: TestWorkspace) =>
  (await checkSession(sid, now(), { workspaceId, environment: "live" })) !== "not_open";
const workspaceIdOf = async (signed: Awaited<ReturnType<typeof signInOwner>>) =>
  signed !== null && typeof signed === "object" ? (await sessionOf(signed.sid))?.workspaceId : signed;

/** The owner's context, in a session opened by this method. */
async function ownerCtx(w: TestWorkspace, method: "password" | "sso" = "sso"): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, now());
  const id = session?.id ?? "";
  await identityQuery(identityDb.updateTable("sessions").set({ method }).where("id", "=", id));
  return { ...w.ctx(), session: { id, userId: w.ownerUserId } };
}

async function sendResetMail(email: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  const { id, insert } = newPasswordReset(email, now());
  await identityQuery(insert);
  await mailPasswordReset(id, now(), async (mail) => void sent.push(mail));
  return sent;
}

describe("where single sign-on is enforced", () => {
  test("a correct password is rejected with a hint, and a wrong one without", async () => {
    const w = await createEnforcedWorkspace();
    await expect(signInOwner(w)).rejects.toMatchObject({ code: "forbidden" });
    expect(await signInOwner(w, { password: "a wrong password" })).toBeNull();
  });

  test("password sessions are invalid, concurrent sign-ins included", async () => {
    const w = await makeWorkspace();
    await insertConnection(w, false);
    const sid = (await signInOwner(w)) as { sid: string };
    await enforceSso(w);
    // Simulates a concurrent sign-in or switch whose session was not among the ended ones.
    await identityQuery(identityDb.updateTable("sessions").set({ ended_at: null }).where("id", "=", sid.sid));
    forgetSession(sid.sid);
    expect(await checkSession(sid.sid, now())).toBe("not_open");
  });

  test("no link resets a password, the operator's included, and none is mailed", async () => {
    const w = await makeWorkspace();
    await insertConnection(w, false);
    const before = tokenIn(await createResetLink(w.ownerEmail, now()));
    expect(await sendResetMail(w.ownerEmail)).toHaveLength(1);
    await enforceSso(w);
    expect(await sendResetMail(w.ownerEmail)).toEqual([]);
    await expect(createResetLink(w.ownerEmail, now())).rejects.toMatchObject(ssoOnlyError);
    // The message is the same as for a link that never existed.
    const refusals = await Promise.all(
      [before, "made-up"].map((token) =>
        resetPassword({ token, password: NEXT }, from()).catch(({ message }) => message),
      ),
    );
    expect(new Set(refusals)).toEqual(new Set([expect.stringContaining("was used")]));
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).not.toBeNull();
  });

  test("a password can be changed only with a break-glass code", async () => {
    const w = await createEnforcedWorkspace();
    const ctx = await ownerCtx(w);
    const change = () => changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    await expect(change()).rejects.toMatchObject(ssoOnlyError);
    expect((await readAccount(ctx)).has_password).toBe(false);
    await issueBreakGlassCode(ctx);
    expect((await readAccount(ctx)).has_password).toBe(true);
    await change();
    expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
  });

  test("invitations are rejected, and existing links stop working", async () => {
    const w = await makeWorkspace();
    await insertConnection(w, false);
    const guestWorkspace = await makeWorkspace();
    const [newcomerInvitation, guestInvitation] = [
      await createInvitation(w.ctx(), { email: newAddress(), role: "viewer" }),
      await createInvitation(w.ctx(), { email: guestWorkspace.ownerEmail, role: "viewer" }),
    ];
    await enforceSso(w);
    const [newcomerToken, guestToken] = [tokenIn(newcomerInvitation.link), tokenIn(guestInvitation.link)];
    expect(await previewInvitation(newcomerToken, now())).toMatchObject({ sso: true });
    const guest = await ownerCtx(guestWorkspace, "password");
    for (const attempt of [
      () => acceptInvitation({ token: newcomerToken, name: "Nina Nobody", password: NEXT }, from()),
      () => acceptInvitation({ token: guestToken, password: OWNER_PASSWORD }, from()),
      () => joinWorkspace(guest, guestToken),
      () => createInvitation(w.ctx(), { email: newAddress(), role: "viewer" }),
      () => renewInvitation(w.ctx(), newcomerInvitation.id),
    ])
      await expect(attempt()).rejects.toMatchObject(ssoOnlyError);
    expect(await checkPassword(newcomerInvitation.email, NEXT)).toBeNull();
  });

  test("a break-glass code requires an owner with a password", async () => {
    const w = await createEnforcedWorkspace();
    const ctx = await ownerCtx(w);
    await identityQuery(
      identityDb.updateTable("users").set({ password_hash: null }).where("id", "=", w.ownerUserId),
    );
    await expect(issueBreakGlassCode(ctx)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("has none"),
    });
  });

  test("the operator can allow passwords again as a last resort", async () => {
    const w = await createEnforcedWorkspace();
    await runWorkspaceCommand(["passwords", w.workspaceId]);
    expect(await workspaceIdOf(await signInOwner(w))).toBe(w.workspaceId);
    await expect(runWorkspaceCommand(["passwords", w.workspaceId])).rejects.toMatchObject({
      code: "invalid_state",
    });
    const last = await w
      .ctx()
      .db.first(
        db
          .selectFrom("audit_events")
          .select(["action", "actor_type"])
          .where("workspace_id", "=", w.workspaceId)
          .where("action", "like", "sso.%")
          .orderBy("seq", "desc"),
      );
    expect(last).toEqual({ action: "sso.unenforced", actor_type: "operator" });
  });
});

describe("a member of a second workspace", () => {
  test("can use, change and reset the password for that workspace only", async () => {
    const [enforcedWorkspace, passwordWorkspace] = [await createEnforcedWorkspace(), await makeWorkspace()];
    await addMembership(passwordWorkspace, enforcedWorkspace.ownerUserId);
    const opened = await signInOwner(enforcedWorkspace);
    expect(await workspaceIdOf(opened)).toBe(passwordWorkspace.workspaceId);
    const session = { id: (opened as { sid: string }).sid, userId: enforcedWorkspace.ownerUserId };
    const ctx = { ...passwordWorkspace.ctx(), session };
    expect(await opens(session.id, enforcedWorkspace)).toBe(false);
    expect(await opens(session.id, passwordWorkspace)).toBe(true);
    await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    const [mail] = await sendResetMail(enforcedWorkspace.ownerEmail);
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await resetPassword({ token, password: "a third long password" }, from());
    const reopened = await signInOwner(enforcedWorkspace, { password: "a third long password" });
    expect(await workspaceIdOf(reopened)).toBe(passwordWorkspace.workspaceId);
  });

  test("cannot use the password once the second workspace enforces single sign-on too", async () => {
    const [enforcedWorkspace, otherWorkspace] = [await createEnforcedWorkspace(), await makeWorkspace()];
    await insertConnection(otherWorkspace, false);
    await addMembership(otherWorkspace, enforcedWorkspace.ownerUserId);
    await enforceSso(otherWorkspace);
    await expect(signInOwner(enforcedWorkspace)).rejects.toMatchObject({ code: "forbidden" });
    await expect(createResetLink(enforcedWorkspace.ownerEmail, now())).rejects.toMatchObject(ssoOnlyError);
  });
});

describe("a member created by single sign-on", () => {
  // An attacker can create an account for any address, by inviting it to the attacker's workspace and using
  // the link. When the real person signs in to another workspace by single sign-on, the attacker's password
  // must not open it.
  test("cannot sign in by a password that was set for their address in another workspace", async () => {
    const [attackerWorkspace, w] = [await makeWorkspace(), await makeWorkspace()];
    await insertConnection(w, false);
    const email = newAddress();
    const { link } = await createInvitation(attackerWorkspace.ctx(), { email, role: "viewer" });
    await acceptInvitation({ token: tokenIn(link), name: "Not Nina", password: NEXT }, from());
    const { userId = "" } = (await checkPassword(email, NEXT)) ?? {};
    const id = await addMembership(w, userId, { joinedBySso: true });
    await changeRole(w.ctx(), id, { role: "admin" });

    const opened = await signIn({ email, password: NEXT, address: someAddress(), userAgent: null });
    expect(await workspaceIdOf(opened)).toBe(attackerWorkspace.workspaceId);
    const { sid } = opened as { sid: string };
    expect(await opens(sid, w)).toBe(false);
    expect(await opens(sid, attackerWorkspace)).toBe(true);
    await identityQuery(
      identityDb.updateTable("sessions").set({ workspace_id: w.workspaceId }).where("id", "=", sid),
    );
    forgetSession(sid);
    expect(await checkSession(sid, now())).toBe("not_open");
  });

  test("joins another workspace only by password, not by the provider's assertion", async () => {
    const [guestWorkspace, w] = [await makeWorkspace(), await makeWorkspace()];
    const { link } = await createInvitation(w.ctx(), { email: guestWorkspace.ownerEmail, role: "viewer" });
    const token = tokenIn(link);
    await expect(joinWorkspace(await ownerCtx(guestWorkspace, "sso"), token)).rejects.toMatchObject({
      code: "forbidden",
    });
    await acceptInvitation({ token, password: OWNER_PASSWORD }, from());
  });

  test("can set a password by a link, which does not open the provider's workspace", async () => {
    const w = await makeWorkspace();
    await insertConnection(w, false);
    const email = newAddress();
    const { id, insert } = await newUser({ email, name: "Nina Nobody", password: null }, now());
    await identityQuery(insert as never);
    await addMembership(w, id, { joinedBySso: true });
    const [mail] = await sendResetMail(email);
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await resetPassword({ token, password: NEXT }, from());
    expect(await checkPassword(email, NEXT)).toMatchObject({ userId: id });
    await expect(
      signIn({ email, password: NEXT, address: someAddress(), userAgent: null }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is told to use single sign-on if they have no other membership", async () => {
    const w = await makeWorkspace();
    await insertConnection(w, false);
    await writeUnaudited(w, {
      run: [db.updateTable("members").set({ joined_by_sso: true }).where("workspace_id", "=", w.workspaceId)],
    });
    await expect(signInOwner(w)).rejects.toMatchObject({ code: "forbidden" });
    // Without the provider no owner could sign in.
    await expect(removeSso(w.ctx())).rejects.toMatchObject(ssoOnlyError);
    await writeUnaudited(w, {
      run: [
        db.updateTable("members").set({ joined_by_sso: false }).where("workspace_id", "=", w.workspaceId),
      ],
    });
    await removeSso(w.ctx());
    await expect(createBreakGlassCode(w.ctx())).rejects.toMatchObject({ code: "invalid_state" });
  });
});
