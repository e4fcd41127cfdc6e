import { describe, expect, test } from "vitest";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import {
  acceptInvitation,
  changePassword,
  checkPassword,
  giveBreakGlass,
  joinWorkspace,
  listSessions,
  lookAtInvitation,
  mailReset,
  makeResetLink,
  newMember,
  newUser,
  readAccount,
  resetPassword,
  signIn,
  switchSession,
} from "@/lib/identity/auth";
import { createInvitation, renewInvitation } from "@/lib/identity/invitations";
import { changeRole } from "@/lib/identity/members";
import { makeBreakGlass, removeSso } from "@/lib/identity/sso";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import type { Mail } from "@/lib/platform/mail";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { newReset } from "./password/reset-link";
import { checkSession, endPasswordSessions, forgetSession } from "./sessions";

const NEXT = "another long password";
const now = () => new Date().toISOString();
const from = () => ({ requestId: newId("req"), address: someAddress(), now: now() });
const someone = () => `${newId("usr")}@example.test`;
const tokenIn = (link = "") => link.split("/").at(-1) ?? "";
const ssoAlone = { code: "invalid_state", message: expect.stringContaining("single sign-on") };

/** A connection that has worked, as `putSso` leaves it; the provider itself is not asked for anything here. */
async function connect(w: TestWorkspace, enforced: boolean): Promise<void> {
  await runWorkspaceCommand(["plan", w.workspaceId, "enterprise"]);
  const at = now();
  const row = {
    workspace_id: w.workspaceId,
    entity_id: "https://idp.example.com",
    sso_url: "https://idp.example.com/sso",
    certificates: "[]",
    role_mapping: JSON.stringify({ attribute: null, rules: [], default_role: "viewer" }),
    enforced,
    last_success_at: at,
    created_at: at,
    updated_at: at,
  };
  await record(w, { run: [db.insertInto("sso_connections").values(row as never)] });
}

const enforce = (w: TestWorkspace) =>
  record(w, async (tx) => {
    await tx.one(
      db.updateTable("sso_connections").set({ enforced: true }).where("workspace_id", "=", w.workspaceId),
    );
    await endPasswordSessions(tx, w.workspaceId, now());
  });

/** A workspace that is entered by single sign-on alone. */
async function enforced(): Promise<TestWorkspace> {
  const w = await makeWorkspace();
  await connect(w, true);
  return w;
}

/** Makes the owner of one workspace a member of another. */
async function alsoIn(w: TestWorkspace, userId: string, more: { bySso?: boolean } = {}): Promise<string> {
  const made = newMember({ workspaceId: w.workspaceId, userId, role: "viewer", ...more }, now());
  await record(w, { run: [made.insert] });
  return made.id;
}

const enter = (w: TestWorkspace, more: object = {}) =>
  signIn({ email: w.ownerEmail, password: OWNER_PASSWORD, address: someAddress(), userAgent: null, ...more });
const placeOf = async (signed: Awaited<ReturnType<typeof enter>>) =>
  signed !== null && typeof signed === "object"
    ? (await checkSession(signed.sid, now()))?.workspaceId
    : signed;

/** A request of the owner's, in a session of this kind. */
async function asking(w: TestWorkspace, method: "password" | "sso" = "sso"): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, now());
  const id = session?.id ?? "";
  await identityQuery(identityDb.updateTable("sessions").set({ method }).where("id", "=", id));
  return { ...w.ctx(), session: { id, userId: w.ownerUserId } };
}

async function mailed(email: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  const { id, insert } = newReset(email, now());
  await identityQuery(insert);
  await mailReset(id, now(), async (mail) => void sent.push(mail));
  return sent;
}

describe("where single sign-on is enforced", () => {
  test("no password signs in, and it says where to go; a wrong one is told nothing", async () => {
    const w = await enforced();
    await expect(enter(w)).rejects.toMatchObject({ code: "forbidden" });
    expect(await enter(w, { password: "a wrong password" })).toBeNull();
  });

  test("a password session holds no more, also one that came there at the very moment", async () => {
    const w = await makeWorkspace();
    await connect(w, false);
    const sid = (await enter(w)) as { sid: string };
    await enforce(w);
    // As a sign-in or a switch leaves it that began before and ended after: the sessions were ended without it.
    await identityQuery(identityDb.updateTable("sessions").set({ ended_at: null }).where("id", "=", sid.sid));
    forgetSession(sid.sid);
    expect(await checkSession(sid.sid, now())).toBeNull();
  });

  test("no link resets a password, whoever made it, and none is mailed", async () => {
    const w = await makeWorkspace();
    await connect(w, false);
    const before = tokenIn(await makeResetLink(w.ownerEmail, now()));
    expect(await mailed(w.ownerEmail)).toHaveLength(1);
    await enforce(w);
    expect(await mailed(w.ownerEmail)).toEqual([]);
    await expect(makeResetLink(w.ownerEmail, now())).rejects.toMatchObject(ssoAlone);
    // In the words that a link gets which never was.
    const refusals = await Promise.all(
      [before, "made-up"].map((token) =>
        resetPassword({ token, password: NEXT }, from()).catch(({ message }) => message),
      ),
    );
    expect(new Set(refusals)).toEqual(new Set([expect.stringContaining("used up")]));
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).not.toBeNull();
  });

  test("a password is not changed, unless it opens something by a break-glass code", async () => {
    const w = await enforced();
    const ctx = await asking(w);
    const change = () => changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    await expect(change()).rejects.toMatchObject(ssoAlone);
    expect((await readAccount(ctx)).has_password).toBe(false);
    await giveBreakGlass(ctx);
    expect((await readAccount(ctx)).has_password).toBe(true);
    await change();
    expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
  });

  test("nobody is invited by a link, and one that is out lets nobody in", async () => {
    const w = await makeWorkspace();
    await connect(w, false);
    const theirs = await makeWorkspace();
    const [newcomer, known] = [
      await createInvitation(w.ctx(), { email: someone(), role: "viewer" }),
      await createInvitation(w.ctx(), { email: theirs.ownerEmail, role: "viewer" }),
    ];
    await enforce(w);
    const [fresh, other] = [tokenIn(newcomer.link), tokenIn(known.link)];
    expect(await lookAtInvitation(fresh, now())).toMatchObject({ sso: true });
    const guest = await asking(theirs, "password");
    for (const attempt of [
      () => acceptInvitation({ token: fresh, name: "Nina Nobody", password: NEXT }, from()),
      () => acceptInvitation({ token: other, password: OWNER_PASSWORD }, from()),
      () => joinWorkspace(guest, other),
      () => createInvitation(w.ctx(), { email: someone(), role: "viewer" }),
      () => renewInvitation(w.ctx(), newcomer.id),
    ])
      await expect(attempt()).rejects.toMatchObject(ssoAlone);
    expect(await checkPassword(newcomer.email, NEXT)).toBeNull();
  });

  test("a break-glass code is for an owner who has a password", async () => {
    const w = await enforced();
    const ctx = await asking(w);
    await identityQuery(
      identityDb.updateTable("users").set({ password_hash: null }).where("id", "=", w.ownerUserId),
    );
    await expect(giveBreakGlass(ctx)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("has none"),
    });
  });

  test("the operator lets passwords in again, where all else has failed", async () => {
    const w = await enforced();
    await runWorkspaceCommand(["passwords", w.workspaceId]);
    expect(await placeOf(await enter(w))).toBe(w.workspaceId);
    await expect(runWorkspaceCommand(["passwords", w.workspaceId])).rejects.toMatchObject({
      code: "invalid_state",
    });
    const last = await w
      .ctx()
      .db.one(
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

describe("somebody who belongs to a second workspace too", () => {
  test("has their password for that one: to sign in, to change and to reset, and for the other never", async () => {
    const [shut, free] = [await enforced(), await makeWorkspace()];
    await alsoIn(free, shut.ownerUserId);
    const opened = await enter(shut);
    expect(await placeOf(opened)).toBe(free.workspaceId);
    const session = { id: (opened as { sid: string }).sid, userId: shut.ownerUserId };
    const ctx = { ...free.ctx(), session };
    await expect(switchSession(ctx, { workspace_id: shut.workspaceId })).rejects.toMatchObject({
      details: [{ code: "sso_required" }],
    });
    await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    const [mail] = await mailed(shut.ownerEmail);
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await resetPassword({ token, password: "a third long password" }, from());
    const again = await enter(shut, { password: "a third long password" });
    expect(await placeOf(again)).toBe(free.workspaceId);
  });

  test("gets nowhere by their password once the second one enforces it too", async () => {
    const [shut, other] = [await enforced(), await makeWorkspace()];
    await connect(other, false);
    await alsoIn(other, shut.ownerUserId);
    await enforce(other);
    await expect(enter(shut)).rejects.toMatchObject({ code: "forbidden" });
    await expect(makeResetLink(shut.ownerEmail, now())).rejects.toMatchObject(ssoAlone);
  });
});

describe("somebody whom a provider made a member", () => {
  // Anybody can make an account of any address, by inviting it to a workspace of their own and taking the link
  // themselves. When its person comes by single sign-on elsewhere, the password of whoever was first opens nothing there.
  test("is let in by no password that was set for their address elsewhere", async () => {
    const [thiefs, w] = [await makeWorkspace(), await makeWorkspace()];
    await connect(w, false);
    const email = someone();
    const { link } = await createInvitation(thiefs.ctx(), { email, role: "viewer" });
    await acceptInvitation({ token: tokenIn(link), name: "Not Nina", password: NEXT }, from());
    const { userId = "" } = (await checkPassword(email, NEXT)) ?? {};
    const id = await alsoIn(w, userId, { bySso: true });
    await changeRole(w.ctx(), id, { role: "admin" });

    const opened = await signIn({ email, password: NEXT, address: someAddress(), userAgent: null });
    expect(await placeOf(opened)).toBe(thiefs.workspaceId);
    const { sid } = opened as { sid: string };
    const ctx = { ...thiefs.ctx(), session: { id: sid, userId } };
    await expect(switchSession(ctx, { workspace_id: w.workspaceId })).rejects.toMatchObject({
      details: [{ code: "sso_required" }],
    });
    await identityQuery(
      identityDb.updateTable("sessions").set({ workspace_id: w.workspaceId }).where("id", "=", sid),
    );
    forgetSession(sid);
    expect(await checkSession(sid, now())).toBeNull();
  });

  test("joins another workspace by its password alone, never by that provider's word", async () => {
    const [theirs, w] = [await makeWorkspace(), await makeWorkspace()];
    const { link } = await createInvitation(w.ctx(), { email: theirs.ownerEmail, role: "viewer" });
    const token = tokenIn(link);
    await expect(joinWorkspace(await asking(theirs, "sso"), token)).rejects.toMatchObject({
      code: "forbidden",
    });
    await acceptInvitation({ token, password: OWNER_PASSWORD }, from());
  });

  test("may set a password by a link, which opens nothing of the provider's", async () => {
    const w = await makeWorkspace();
    await connect(w, false);
    const email = someone();
    const { id, insert } = await newUser({ email, name: "Nina Nobody", password: null }, now());
    await identityQuery(insert as never);
    await alsoIn(w, id, { bySso: true });
    const [mail] = await mailed(email);
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await resetPassword({ token, password: NEXT }, from());
    expect(await checkPassword(email, NEXT)).toMatchObject({ userId: id });
    await expect(
      signIn({ email, password: NEXT, address: someAddress(), userAgent: null }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is told to use it where that is all they have", async () => {
    const w = await makeWorkspace();
    await connect(w, false);
    await record(w, {
      run: [db.updateTable("members").set({ joined_by_sso: true }).where("workspace_id", "=", w.workspaceId)],
    });
    await expect(enter(w)).rejects.toMatchObject({ code: "forbidden" });
    // Without the provider nobody could come back as an owner.
    await expect(removeSso(w.ctx())).rejects.toMatchObject(ssoAlone);
    await record(w, {
      run: [
        db.updateTable("members").set({ joined_by_sso: false }).where("workspace_id", "=", w.workspaceId),
      ],
    });
    await removeSso(w.ctx());
    await expect(makeBreakGlass(w.ctx())).rejects.toMatchObject({ code: "invalid_state" });
  });
});
