import { Secret, TOTP } from "otpauth";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  acceptInvitation,
  beginSecondFactor,
  changePassword,
  checkPassword,
  confirmSecondFactor,
  listSessions,
  newMember,
  signIn,
} from "@/lib/identity/auth";
import { createInvitation } from "@/lib/identity/invitations";
import { listMembers } from "@/lib/identity/members";
import type { Ctx } from "@/lib/platform/context";
import { db, directUrl, type Tx, writeUnaudited } from "@/lib/platform/db";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { someAddress } from "@/test/fixtures/api";
import { makeWorkspace, OWNER_PASSWORD, type TestWorkspace } from "@/test/fixtures/workspace";
import { hashPassword } from "./passwords";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

const NEXT = "another long password";
const now = () => new Date().toISOString();
const signInOwner = (w: TestWorkspace) =>
  signIn({ email: w.ownerEmail, password: OWNER_PASSWORD, address: someAddress(), userAgent: null });

/** A connection of the database's owner, which can see waiting locks. */
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
afterAll(() => owner.end());

const countWaiting = async (): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
};

/**
 * Runs two overlapping requests in a fixed order, without timed pauses: `locks` takes the locks of the first,
 * `second` runs until it waits for a lock or completes, and then `first` finishes.
 */
async function runOverlapping<T>(
  w: TestWorkspace,
  locks: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
  first: (tx: Tx) => Promise<unknown>,
): Promise<PromiseSettledResult<T>> {
  let isSettled = false;
  let outcome: Promise<PromiseSettledResult<T>[]> = Promise.resolve([]);
  await writeUnaudited(w, async (tx) => {
    await locks(tx);
    outcome = Promise.allSettled([second()]).finally(() => {
      isSettled = true;
    });
    await vi.waitFor(async () => expect(isSettled || (await countWaiting()) > 0).toBe(true), {
      timeout: 10_000,
    });
    await first(tx);
  });
  const [result] = await outcome;
  if (result === undefined) throw new Error("The second request did not start.");
  return result;
}

const lockAccount = (w: TestWorkspace) => (tx: Tx) =>
  tx.first(identityDb.selectFrom("users").select("id").where("id", "=", w.ownerUserId).forNoKeyUpdate());

/** The owner's context with a session. */
async function ownerCtx(w: TestWorkspace): Promise<Ctx> {
  await w.cookie();
  const [session] = await listSessions(w.ownerUserId, now());
  return { ...w.ctx(), session: { id: session?.id ?? "", userId: w.ownerUserId } };
}

afterEach(async () => void (await vi.waitFor(async () => expect(await countWaiting()).toBe(0), PATIENCE)));

describe("a sign-in that overlaps a change of the account", () => {
  test("does not succeed with the password that is being replaced", async () => {
    const w = await makeWorkspace();
    const password_hash = await hashPassword(NEXT);
    const result = await runOverlapping(
      w,
      lockAccount(w),
      () => signInOwner(w),
      (tx) =>
        tx.first(identityDb.updateTable("users").set({ password_hash }).where("id", "=", w.ownerUserId)),
    );
    expect(result).toEqual({ status: "fulfilled", value: null });
    expect(await listSessions(w.ownerUserId, now())).toEqual([]);
  });

  test("does not skip a second factor that is being turned on", async () => {
    const w = await makeWorkspace();
    const row = { user_id: w.ownerUserId, secret: Buffer.alloc(1), created_at: now(), confirmed_at: now() };
    const result = await runOverlapping(
      w,
      lockAccount(w),
      () => signInOwner(w),
      (tx) => tx.first(identityDb.insertInto("second_factors").values(row)),
    );
    expect(result).toEqual({ status: "fulfilled", value: null });
  });
});

describe("a request whose session ends meanwhile", () => {
  const endSession = (ctx: Ctx) => (tx: Tx) =>
    tx.first(
      identityDb
        .updateTable("sessions")
        .set({ ended_at: now() })
        .where("id", "=", ctx.session?.id ?? ""),
    );

  test("does not change the password", async () => {
    const w = await makeWorkspace();
    const ctx = await ownerCtx(w);
    const change = () => changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
    const result = await runOverlapping(w, lockAccount(w), change, endSession(ctx));
    expect(result).toMatchObject({ status: "rejected", reason: { code: "invalid_api_key" } });
    expect(await checkPassword(w.ownerEmail, OWNER_PASSWORD)).not.toBeNull();
  });

  test("does not turn on a second factor", async () => {
    const w = await makeWorkspace();
    const ctx = await ownerCtx(w);
    const { secret } = await beginSecondFactor(ctx, OWNER_PASSWORD);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const result = await runOverlapping(
      w,
      lockAccount(w),
      () => confirmSecondFactor(ctx, code),
      endSession(ctx),
    );
    expect(result).toMatchObject({ status: "rejected", reason: { code: "invalid_api_key" } });
    const [row] = await identityQuery(
      identityDb.selectFrom("second_factors").select("confirmed_at").where("user_id", "=", w.ownerUserId),
    );
    expect(row).toEqual({ confirmed_at: null });
  });
});

test("rejects an invitation whose inviter is demoted during its acceptance", async () => {
  const w = await makeWorkspace();
  const admin = await w.member("admin");
  const ctx = w.ctxAs({ type: "member", id: admin.id, role: "admin" });
  const { id, link = "" } = await createInvitation(ctx, {
    email: `${newId("usr")}@example.test`,
    role: "admin",
  });
  const token = link.split("/").at(-1) ?? "";
  const accept = () =>
    acceptInvitation(
      { token, name: "Nina Nobody", password: NEXT },
      { requestId: newId("req"), address: someAddress(), now: now() },
    );
  const result = await runOverlapping(
    w,
    (tx) => tx.first(db.selectFrom("invitations").select("id").where("id", "=", id).forNoKeyUpdate()),
    accept,
    (tx) => tx.first(db.updateTable("members").set({ role: "builder" }).where("id", "=", admin.id)),
  );
  expect(result).toMatchObject({ status: "rejected", reason: { code: "invalid_state" } });
  expect((await listMembers(w.ctx(), { limit: 50 })).data).toHaveLength(2);
});

test("audits an account change in all of the person's workspaces, or does not make it", async () => {
  const [w, other] = [await makeWorkspace(), await makeWorkspace()];
  const membership = newMember(
    { workspaceId: other.workspaceId, userId: w.ownerUserId, role: "viewer" },
    now(),
  );
  await writeUnaudited(other, { run: [membership.insert] });
  const events = async (space: TestWorkspace) =>
    (
      await space
        .ctx()
        .db.all(
          db
            .selectFrom("audit_events")
            .select(["action", "actor_id", "target"])
            .where("workspace_id", "=", space.workspaceId)
            .where("action", "=", "password.changed"),
        )
    ).map(({ actor_id }) => actor_id);
  const ctx = await ownerCtx(w);
  await changePassword(ctx, { current_password: OWNER_PASSWORD, new_password: NEXT });
  expect([await events(w), await events(other)]).toEqual([[w.ownerId], [membership.id]]);

  // If one workspace's audit chain cannot be written (broken head), the password and the other logs are
  // unchanged.
  await owner.query("select set_config('app.workspace_id', $1, false)", [other.workspaceId]);
  await owner.query("update audit_heads set seq = 0 where workspace_id = $1", [other.workspaceId]);
  await expect(
    changePassword(ctx, { current_password: NEXT, new_password: OWNER_PASSWORD }),
  ).rejects.toThrow();
  expect(await checkPassword(w.ownerEmail, NEXT)).not.toBeNull();
  expect([await events(w), await events(other)]).toEqual([[w.ownerId], [membership.id]]);
});
