import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { authenticate } from "@/lib/identity/auth";
import { createKey, listKeys, takeOverKey } from "@/lib/identity/keys";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type Member, makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { changeRole, listMembers, readMember, removeMember, transferOwnership } from ".";

// How long a row is remembered is monotonic time; the tests hold that clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
/** As far as the product lets a process believe what it read: within the 2 s of the guarantee. */
const aSecondLater = () => vi.advanceTimersByTime(1_000);

const as = (w: TestWorkspace, { id, role }: Member): Ctx => w.ctxAs({ type: "member", id, role });
const ask = (headers: Record<string, string>) => new Request("http://localhost:3000/v1/agents", { headers });
const rolesOf = async (w: TestWorkspace) =>
  Object.fromEntries((await listMembers(w.ctx(), { limit: 100 })).data.map(({ id, role }) => [id, role]));
const audited = (w: TestWorkspace) =>
  w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "target", "before", "after"])
        .where("workspace_id", "=", w.workspaceId)
        .where("action", "like", "member.%")
        .orderBy("seq"),
    );

test("a change of role is audited, and the same role is no change", async () => {
  const w = await makeWorkspace();
  const member = await w.member("viewer");
  expect(await changeRole(w.ctx(), member.id, { role: "builder" })).toMatchObject({
    id: member.id,
    name: "Some One",
    role: "builder",
    second_factor: false,
  });
  await changeRole(w.ctx(), member.id, { role: "builder" });
  const changes = (await audited(w)).filter(({ action }) => action === "member.role_changed");
  expect(changes).toEqual([
    {
      action: "member.role_changed",
      target: member.id,
      before: { role: "viewer" },
      after: { role: "builder" },
    },
  ]);
});

test("nobody gives or touches a role above their own", async () => {
  const w = await makeWorkspace();
  const [admin, other] = [await w.member("admin"), await w.member("viewer")];
  const forbidden = { code: "forbidden" };
  await expect(changeRole(as(w, admin), other.id, { role: "owner" })).rejects.toMatchObject(forbidden);
  await expect(changeRole(as(w, admin), w.ownerId, { role: "viewer" })).rejects.toMatchObject(forbidden);
  await expect(removeMember(as(w, admin), w.ownerId)).rejects.toMatchObject(forbidden);
  await expect(transferOwnership(as(w, admin), other.id)).rejects.toMatchObject(forbidden);
  await changeRole(as(w, admin), other.id, { role: "admin" });
  expect(await rolesOf(w)).toEqual({ [w.ownerId]: "owner", [admin.id]: "admin", [other.id]: "admin" });
});

test("another workspace's member is nobody's here", async () => {
  const [w, theirs] = [await makeWorkspace(), await makeWorkspace()];
  const stranger = await theirs.member("viewer");
  for (const attempt of [
    () => readMember(w.ctx(), stranger.id),
    () => changeRole(w.ctx(), stranger.id, { role: "admin" }),
    () => removeMember(w.ctx(), stranger.id),
    () => transferOwnership(w.ctx(), stranger.id),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect((await readMember(theirs.ctx(), stranger.id)).role).toBe("viewer");
});

describe("the last owner", () => {
  const kept = { code: "invalid_state", message: expect.stringContaining("keeps an owner") };

  test("neither steps down nor leaves", async () => {
    const w = await makeWorkspace();
    await expect(changeRole(w.ctx(), w.ownerId, { role: "admin" })).rejects.toMatchObject(kept);
    await expect(removeMember(w.ctx(), w.ownerId)).rejects.toMatchObject(kept);
    expect(await rolesOf(w)).toEqual({ [w.ownerId]: "owner" });
  });

  test("is there however many owners take each other's ownership at once", async () => {
    for (let round = 0; round < 5; round++) {
      const w = await makeWorkspace();
      const second = await w.member("owner");
      const outcomes = await Promise.allSettled([
        changeRole(w.ctx(), second.id, { role: "admin" }),
        round % 2 === 0
          ? changeRole(as(w, second), w.ownerId, { role: "admin" })
          : removeMember(as(w, second), w.ownerId),
      ]);
      const owners = Object.values(await rolesOf(w)).filter((role) => role === "owner");
      expect(owners).toHaveLength(1);
      const refused = outcomes.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(1);
      expect(refused[0]).toMatchObject({ reason: kept });
    }
  });

  test("hands ownership over in one step", async () => {
    const w = await makeWorkspace();
    const next = await w.member("builder");
    expect(await transferOwnership(w.ctx(), next.id)).toMatchObject({ id: next.id, role: "owner" });
    expect(await rolesOf(w)).toEqual({ [w.ownerId]: "admin", [next.id]: "owner" });
    expect((await audited(w)).slice(-2).map(({ action, target }) => [action, target])).toEqual([
      ["member.ownership_transferred", next.id],
      ["member.role_changed", w.ownerId],
    ]);
    await expect(transferOwnership(as(w, { ...next, role: "owner" }), next.id)).rejects.toMatchObject({
      code: "invalid_state",
    });
  });
});

describe("a removed member", () => {
  test("is out with their sessions and keys within 2 s, and an admin takes a key over", async () => {
    const w = await makeWorkspace();
    const leaver = await w.member("admin");
    const { id, secret = "" } = await createKey(as(w, leaver), {
      name: "Telephone system",
      role: "builder",
      environment: "live",
    });
    const byKey = () => authenticate(ask({ authorization: `Bearer ${secret}` }));
    const cookie = await w.cookie(leaver.userId);
    const bySession = () => authenticate(ask({ cookie }));
    expect((await byKey()).actor.role).toBe("builder");
    await bySession();

    await removeMember(w.ctx(), leaver.id);
    aSecondLater();
    const gone = { code: "invalid_api_key" };
    await expect(byKey()).rejects.toMatchObject(gone);
    await expect(bySession()).rejects.toMatchObject(gone);
    expect((await audited(w)).at(-1)).toEqual({
      action: "member.removed",
      target: leaver.id,
      before: { role: "admin" },
      after: { sessions_ended: 1, keys_stopped: 1 },
    });
    const waiting = async () => (await listKeys(w.ctx(), { limit: 50 })).data[0];
    expect(await waiting()).toMatchObject({ id, created_by: leaver.id, effective_role: null });

    const viewer = w.ctxAs({ type: "member", id: w.ownerId, role: "viewer" });
    await expect(takeOverKey(viewer, id)).rejects.toMatchObject({ code: "forbidden" });
    expect(await takeOverKey(w.ctx(), id)).toMatchObject({
      created_by: w.ownerId,
      effective_role: "builder",
    });
    aSecondLater();
    expect((await byKey()).actor).toEqual({ type: "key", id, role: "builder" });
  });

  test("keeps their account and their other workspaces", async () => {
    const [w, other] = [await makeWorkspace(), await makeWorkspace()];
    const elsewhere = await authenticate(ask({ cookie: await other.cookie() }));
    await removeMember(w.ctx(), (await w.member("viewer")).id);
    expect(elsewhere.workspaceId).toBe(other.workspaceId);
  });

  test.each<[Role, Role]>([
    ["admin", "viewer"],
    ["owner", "builder"],
  ])("demoted from %s to %s has keys that may do no more", async (was, becomes) => {
    const w = await makeWorkspace();
    const member = await w.member(was);
    const { secret = "" } = await createKey(as(w, member), { name: "k", role: was, environment: "live" });
    await changeRole(w.ctx(), member.id, { role: becomes });
    aSecondLater();
    const { actor } = await authenticate(ask({ authorization: `Bearer ${secret}` }));
    expect(actor.role).toBe(becomes);
    const [key] = (await listKeys(w.ctx(), { limit: 50 })).data;
    expect(key).toMatchObject({ role: was, effective_role: becomes });
  });
});
