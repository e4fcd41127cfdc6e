import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  authenticate,
  endAllSessions,
  endSession,
  isStillAuthorized,
  listSessions,
  openSession,
} from "@/lib/identity/auth";
import { createKey, revokeKey, rotateKey, updateKey } from "@/lib/identity/keys";
import { type Clock, iso } from "@/lib/platform/clock";
import type { Role } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

const HOST = "http://localhost:3000";
const ask = (headers: Record<string, string>, method = "GET") =>
  new Request(`${HOST}/v1/agents`, { method, headers: { host: "localhost:3000", ...headers } });
const bearer = (key: string) => ask({ authorization: `Bearer ${key}` });
const refused = { code: "invalid_api_key" };

// The caches use monotonic time, which the tests control.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
/** The cache lifetime of one second, within the guaranteed 2 s. */
const advanceOneSecond = () => vi.advanceTimersByTime(1_000);

/** A clock that moves only when a test sets it. */
function settableClock(): Clock & { at: Date } {
  const clock = { at: new Date("2026-11-21T09:00:00.000Z"), now: () => clock.at };
  return clock;
}
const advance = (clock: { at: Date }, ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};

const setRole = (w: TestWorkspace, memberId: string, role: Role) =>
  writeUnaudited(
    { workspaceId: w.workspaceId },
    {
      run: [
        db
          .updateTable("members")
          .set({ role })
          .where("workspace_id", "=", w.workspaceId)
          .where("id", "=", memberId),
      ],
    },
  );
const removeMember = (w: TestWorkspace, memberId: string) =>
  writeUnaudited(
    { workspaceId: w.workspaceId },
    {
      run: [db.deleteFrom("members").where("workspace_id", "=", w.workspaceId).where("id", "=", memberId)],
    },
  );

const idOf = async (key: string) => (await authenticate(bearer(key))).actor.id;

describe("a key", () => {
  test("authenticates its workspace, environment and role", async () => {
    const w = await makeWorkspace();
    const key = await w.key("builder", "test");
    expect(await authenticate(bearer(key))).toEqual({
      workspaceId: w.workspaceId,
      environment: "test",
      actor: { type: "key", id: expect.stringMatching(/^key_/), role: "builder" },
    });
  });

  test("is rejected with the same message if missing, malformed, unknown, wrong, of another scheme, revoked or expired", async () => {
    const clock = settableClock();
    const w = await makeWorkspace({ clock });
    const key = await w.key();
    const otherKey = await w.key();
    const expiring = await createKey(w.ctx(), {
      name: "k",
      role: "viewer",
      environment: "live",
      expires_at: "2026-11-21T10:00:00Z",
    });
    const revokedKey = await w.key();
    await revokeKey(w.ctx(), await idOf(revokedKey));
    advanceOneSecond();
    const [, , id = "", secret = ""] = key.split("_");
    const operatorKeyPrefix = "prl_live_abcdefghijklmnop_";
    const attempts = [
      ask({}),
      ask({ authorization: "" }),
      ask({ authorization: "Bearer" }),
      ask({ authorization: `Basic ${key}` }),
      ask({ authorization: key }),
      bearer(`${key}x`),
      bearer(operatorKeyPrefix + secret),
      bearer(`prl_live_${id}_${otherKey.split("_")[3]}`),
      bearer(revokedKey),
    ];
    const errors = await Promise.all(
      attempts.map((request) => authenticate(request, { clock }).catch((error: unknown) => error)),
    );
    advance(clock, 3_600_000);
    errors.push(
      await authenticate(bearer(expiring.secret ?? ""), { clock }).catch((error: unknown) => error),
    );
    expect(errors).toHaveLength(10);
    for (const error of errors)
      expect(error).toMatchObject({ ...refused, message: (errors[0] as Error).message });
    expect((errors[0] as Error).message).not.toContain(key);
  });

  test("works until the moment it expires", async () => {
    const clock = settableClock();
    const w = await makeWorkspace({ clock });
    const { secret = "" } = await createKey(w.ctx(), {
      name: "k",
      role: "viewer",
      environment: "live",
      expires_at: "2026-11-21T11:00:00+01:00",
    });
    advance(clock, 3_599_999);
    await authenticate(bearer(secret), { clock });
    advance(clock, 1);
    await expect(authenticate(bearer(secret), { clock })).rejects.toMatchObject(refused);
  });

  test("is rejected within 2 s of its revocation by a process that has cached it, and its streams end", async () => {
    const w = await makeWorkspace();
    const key = await w.key();
    const request = bearer(key);
    const principal = await authenticate(request);
    await revokeKey(w.ctx(), principal.actor.id);
    advanceOneSecond();
    await expect(authenticate(request)).rejects.toMatchObject(refused);
    expect(await isStillAuthorized(request, principal)).toBe(false);
  });

  test("is limited to its creator's current role, and stops working when the creator leaves", async () => {
    const w = await makeWorkspace();
    const creator = await w.member("admin");
    const ctx = w.ctxAs({ type: "member", id: creator.id, role: "admin" });
    const { secret = "" } = await createKey(ctx, { name: "k", role: "admin", environment: "live" });
    const request = bearer(secret);
    const before = await authenticate(request);
    expect(before.actor.role).toBe("admin");

    await setRole(w, creator.id, "viewer");
    advanceOneSecond();
    expect((await authenticate(request)).actor.role).toBe("viewer");
    expect(await isStillAuthorized(request, before)).toBe(false);

    await setRole(w, creator.id, "owner");
    advanceOneSecond();
    expect((await authenticate(request)).actor.role).toBe("admin");

    await removeMember(w, creator.id);
    advanceOneSecond();
    await expect(authenticate(request)).rejects.toMatchObject(refused);
  });

  test("created by a key stops working when that key's creator leaves", async () => {
    const w = await makeWorkspace();
    const creator = await w.member("admin");
    const first = await createKey(w.ctxAs({ type: "member", id: creator.id, role: "admin" }), {
      name: "1",
      role: "admin",
      environment: "live",
    });
    const second = await createKey(w.ctxAs({ type: "key", id: first.id, role: "admin" }), {
      name: "2",
      role: "admin",
      environment: "live",
    });
    await revokeKey(w.ctx(), first.id);
    const request = bearer(second.secret ?? "");
    await authenticate(request);
    await removeMember(w, creator.id);
    advanceOneSecond();
    await expect(authenticate(request)).rejects.toMatchObject(refused);
  });

  test("works with both secrets until the overlap ends, then only with the new one; immediately without overlap", async () => {
    const clock = settableClock();
    const w = await makeWorkspace({ clock });
    const old = await w.key();
    const id = await idOf(old);
    const { secret: second = "" } = await rotateKey(w.ctx(), id, { overlap_minutes: 10 });
    advanceOneSecond();
    expect((await authenticate(bearer(old), { clock })).actor.id).toBe(id);
    expect((await authenticate(bearer(second), { clock })).actor.id).toBe(id);
    advance(clock, 600_000);
    await expect(authenticate(bearer(old), { clock })).rejects.toMatchObject(refused);
    await authenticate(bearer(second), { clock });

    const { secret: third = "" } = await rotateKey(w.ctx(), id, { overlap_minutes: 0 });
    advanceOneSecond();
    await expect(authenticate(bearer(second), { clock })).rejects.toMatchObject(refused);
    await authenticate(bearer(third), { clock });
  });

  test("is rejected with a specific error if sent by another site's page, but a wrong key gets the general error", async () => {
    const w = await makeWorkspace();
    const authorization = `Bearer ${await w.key()}`;
    for (const origin of ["https://evil.example", "null", "http://localhost:3001"]) {
      await expect(authenticate(ask({ authorization, origin }))).rejects.toMatchObject({
        code: "key_in_browser",
      });
    }
    await expect(
      authenticate(ask({ authorization: `${authorization}x`, origin: "https://evil.example" })),
    ).rejects.toMatchObject(refused);
    await authenticate(ask({ authorization, origin: HOST }));
  });

  test("with allowed networks is rejected from other and from unknown addresses", async () => {
    const w = await makeWorkspace();
    const { id, secret = "" } = await createKey(w.ctx(), {
      name: "k",
      role: "viewer",
      environment: "live",
      allowed_addresses: ["203.0.113.0/24", "2001:db8::/32"],
    });
    const from = (address: string | null) => authenticate(bearer(secret), { address });
    for (const address of ["203.0.113.9", "2001:db8:5::1", "::ffff:203.0.113.9"])
      expect((await from(address)).actor.id).toBe(id);
    for (const address of ["203.0.114.9", "2001:db9::1", null])
      await expect(from(address)).rejects.toMatchObject({ code: "forbidden" });
    const principal = await from("203.0.113.9");
    await updateKey(w.ctx(), id, { allowed_addresses: ["198.51.100.7/32"] });
    advanceOneSecond();
    expect(await isStillAuthorized(bearer(secret), principal, { address: "203.0.113.9" })).toBe(false);
    await updateKey(w.ctx(), id, { allowed_addresses: [] });
    advanceOneSecond();
    await from(null);
  });

  test("has its last use recorded in the background", async () => {
    const clock = settableClock();
    const w = await makeWorkspace({ clock });
    const key = await w.key();
    const { actor } = await authenticate(bearer(key), { clock });
    await vi.waitFor(async () => {
      const row = await w
        .ctx()
        .db.first(db.selectFrom("api_keys").select("last_used_at").where("id", "=", actor.id));
      expect(row?.last_used_at).toBe(iso(clock.at));
    }, PATIENCE);
  });
});

describe("a session", () => {
  test("authenticates a member with their current role", async () => {
    const w = await makeWorkspace();
    const member = await w.member("builder");
    const request = ask({ cookie: `theme=dark; ${await w.cookie(member.userId)}` });
    const principal = await authenticate(request);
    expect(principal).toEqual({
      workspaceId: w.workspaceId,
      environment: "live",
      actor: { type: "member", id: member.id, role: "builder" },
      session: { id: expect.stringMatching(/^ses_/), userId: member.userId },
      isUnscoped: true,
    });
    await setRole(w, member.id, "viewer");
    advanceOneSecond();
    expect((await authenticate(request)).actor.role).toBe("viewer");
    await removeMember(w, member.id);
    advanceOneSecond();
    await expect(authenticate(request)).rejects.toMatchObject(refused);
    expect(await isStillAuthorized(request, principal)).toBe(false);
  });

  test("makes changes only from this site's own pages", async () => {
    const w = await makeWorkspace();
    const cookie = await w.cookie();
    const headers = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:3001" },
      { origin: "no origin" },
    ];
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await authenticate(ask({ cookie, origin: HOST }, method));
      for (const origin of headers)
        await expect(authenticate(ask({ cookie, ...origin }, method))).rejects.toMatchObject({
          code: "forbidden",
        });
    }
    await authenticate(ask({ cookie }));
  });

  test("ends immediately in this process, within 2 s in others, and at its expiry", async () => {
    const clock = settableClock();
    const w = await makeWorkspace({ clock });
    const open = () =>
      openSession(
        { userId: w.ownerUserId, workspaceId: w.workspaceId, address: null, userAgent: "x".repeat(999) },
        iso(clock.at),
      );
    const [one, two, three] = await Promise.all([open(), open(), open()]);
    const request = ({ cookie, token }: typeof one) => ask({ cookie: `${cookie.name}=${token}` });
    await Promise.all([one, two, three].map((session) => authenticate(request(session), { clock })));
    expect(new Set((await listSessions(w.ownerUserId, iso(clock.at))).map(({ id }) => id))).toEqual(
      new Set([one.sid, two.sid, three.sid]),
    );

    expect(await endSession("usr_other_person", one.sid, iso(clock.at))).toBe(0);
    expect(await endSession(w.ownerUserId, one.sid, iso(clock.at))).toBe(1);
    await expect(authenticate(request(one), { clock })).rejects.toMatchObject(refused);

    expect(await endAllSessions(w.ownerUserId, iso(clock.at), three.sid)).toBe(1);
    await expect(authenticate(request(two), { clock })).rejects.toMatchObject(refused);
    await authenticate(request(three), { clock });
    advance(clock, 12 * 3_600_000);
    await expect(authenticate(request(three), { clock })).rejects.toMatchObject(refused);
    expect(await listSessions(w.ownerUserId, iso(clock.at))).toEqual([]);
  });

  test("has a cookie that cannot be forged", async () => {
    const w = await makeWorkspace();
    const cookie = await w.cookie();
    for (const forged of [
      `${cookie}x`,
      "parley.session=",
      "parley.session=abc",
      `parley.session=${w.ownerUserId}`,
    ]) {
      await expect(authenticate(ask({ cookie: forged }))).rejects.toMatchObject(refused);
    }
  });
});
