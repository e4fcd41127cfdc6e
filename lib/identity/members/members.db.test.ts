import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { authenticate } from "@/lib/identity/auth";
import { createKey, listKeys, takeOverKey } from "@/lib/identity/keys";
import type { Ctx, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type Member, makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { changeRole, listMembers, readMember, removeMember, transferOwnership } from ".";

// The caches use monotonic time, which the tests control.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
/** The cache lifetime of one second, within the guaranteed 2 s. */
const advanceOneSecond = () => vi.advanceTimersByTime(1_000);

const ctxAs = (w: TestWorkspace, { id, role }: Member): Ctx => w.ctxAs({ type: "member", id, role });
const requestWith = (headers: Record<string, string>) =>
  new Request("http://localhost:3000/v1/agents", { headers });
const readRoles = async (w: TestWorkspace) =>
  Object.fromEntries((await listMembers(w.ctx(), { limit: 100 })).data.map(({ id, role }) => [id, role]));
const listAuditEvents = (w: TestWorkspace) =>
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

test("audits a change of role, and ignores the same role", async () => {
  const w = await makeWorkspace();
  const member = await w.member("viewer");
  expect(await changeRole(w.ctx(), member.id, { role: "builder" })).toMatchObject({
    id: member.id,
    name: "Some One",
    role: "builder",
    second_factor: false,
  });
  await changeRole(w.ctx(), member.id, { role: "builder" });
  const changes = (await listAuditEvents(w)).filter(({ action }) => action === "member.role_changed");
  expect(changes).toEqual([
    {
      action: "member.role_changed",
      target: member.id,
      before: { role: "viewer" },
      after: { role: "builder" },
    },
  ]);
});

test("does not let a member grant or change a role above their own", async () => {
  const w = await makeWorkspace();
  const [admin, other] = [await w.member("admin"), await w.member("viewer")];
  const forbidden = { code: "forbidden" };
  await expect(changeRole(ctxAs(w, admin), other.id, { role: "owner" })).rejects.toMatchObject(forbidden);
  await expect(changeRole(ctxAs(w, admin), w.ownerId, { role: "viewer" })).rejects.toMatchObject(forbidden);
  await expect(removeMember(ctxAs(w, admin), w.ownerId)).rejects.toMatchObject(forbidden);
  await expect(transferOwnership(ctxAs(w, admin), other.id)).rejects.toMatchObject(forbidden);
  await changeRole(ctxAs(w, admin), other.id, { role: "admin" });
  expect(await readRoles(w)).toEqual({ [w.ownerId]: "owner", [admin.id]: "admin", [other.id]: "admin" });
});

test("does not find another workspace's member", async () => {
  const [w, otherWorkspace] = [await makeWorkspace(), await makeWorkspace()];
  const stranger = await otherWorkspace.member("viewer");
  for (const attempt of [
    () => readMember(w.ctx(), stranger.id),
    () => changeRole(w.ctx(), stranger.id, { role: "admin" }),
    () => removeMember(w.ctx(), stranger.id),
    () => transferOwnership(w.ctx(), stranger.id),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect((await readMember(otherWorkspace.ctx(), stranger.id)).role).toBe("viewer");
});

describe("the last owner", () => {
  const lastOwnerError = { code: "invalid_state", message: expect.stringContaining("needs an owner") };

  test("cannot be demoted or removed", async () => {
    const w = await makeWorkspace();
    await expect(changeRole(w.ctx(), w.ownerId, { role: "admin" })).rejects.toMatchObject(lastOwnerError);
    await expect(removeMember(w.ctx(), w.ownerId)).rejects.toMatchObject(lastOwnerError);
    expect(await readRoles(w)).toEqual({ [w.ownerId]: "owner" });
  });

  test("remains when owners demote each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const w = await makeWorkspace();
      const second = await w.member("owner");
      const outcomes = await Promise.allSettled([
        changeRole(w.ctx(), second.id, { role: "admin" }),
        round % 2 === 0
          ? changeRole(ctxAs(w, second), w.ownerId, { role: "admin" })
          : removeMember(ctxAs(w, second), w.ownerId),
      ]);
      const owners = Object.values(await readRoles(w)).filter((role) => role === "owner");
      expect(owners).toHaveLength(1);
      const refused = outcomes.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(1);
      expect(refused[0]).toMatchObject({ reason: lastOwnerError });
    }
  });

  test("transfers ownership in one step", async () => {
    const w = await makeWorkspace();
    const next = await w.member("builder");
    expect(await transferOwnership(w.ctx(), next.id)).toMatchObject({ id: next.id, role: "owner" });
    expect(await readRoles(w)).toEqual({ [w.ownerId]: "admin", [next.id]: "owner" });
    expect((await listAuditEvents(w)).slice(-2).map(({ action, target }) => [action, target])).toEqual([
      ["member.ownership_transferred", next.id],
      ["member.role_changed", w.ownerId],
    ]);
    await expect(transferOwnership(ctxAs(w, { ...next, role: "owner" }), next.id)).rejects.toMatchObject({
      code: "invalid_state",
    });
  });
});

describe("a removed member", () => {
  test("loses sessions and keys within 2 s, and an admin can take a key over", async () => {
    const w = await makeWorkspace();
    const formerMember = await w.member("admin");
    const { id, secret = "" } = await createKey(ctxAs(w, formerMember), {
      name: "Telephone system",
      role: "builder",
      environment: "live",
    });
    const authenticateKey = () => authenticate(requestWith({ authorization: `Bearer ${secret}` }));
    const cookie = await w.cookie(formerMember.userId);
    const authenticateSession = () => authenticate(requestWith({ cookie }));
    expect((await authenticateKey()).actor.role).toBe("builder");
    await authenticateSession();

    await removeMember(w.ctx(), formerMember.id);
    advanceOneSecond();
    const invalidKeyError = { code: "invalid_api_key" };
    await expect(authenticateKey()).rejects.toMatchObject(invalidKeyError);
    await expect(authenticateSession()).rejects.toMatchObject(invalidKeyError);
    expect((await listAuditEvents(w)).at(-1)).toEqual({
      action: "member.removed",
      target: formerMember.id,
      before: { role: "admin" },
      after: { sessions_ended: 1, keys_stopped: 1 },
    });
    const readKeyOfLeaver = async () => (await listKeys(w.ctx(), { limit: 50 })).data[0];
    expect(await readKeyOfLeaver()).toMatchObject({ id, created_by: formerMember.id, effective_role: null });

    const viewer = w.ctxAs({ type: "member", id: w.ownerId, role: "viewer" });
    await expect(takeOverKey(viewer, id)).rejects.toMatchObject({ code: "forbidden" });
    expect(await takeOverKey(w.ctx(), id)).toMatchObject({
      created_by: w.ownerId,
      effective_role: "builder",
    });
    advanceOneSecond();
    expect((await authenticateKey()).actor).toEqual({ type: "key", id, role: "builder" });
  });

  test("keeps the account and other workspaces", async () => {
    const [w, other] = [await makeWorkspace(), await makeWorkspace()];
    const otherPrincipal = await authenticate(requestWith({ cookie: await other.cookie() }));
    await removeMember(w.ctx(), (await w.member("viewer")).id);
    expect(otherPrincipal.workspaceId).toBe(other.workspaceId);
  });

  test.each<[Role, Role]>([
    ["admin", "viewer"],
    ["owner", "builder"],
  ])("limits keys to the new role when demoted from %s to %s", async (fromRole, toRole) => {
    const w = await makeWorkspace();
    const member = await w.member(fromRole);
    const { secret = "" } = await createKey(ctxAs(w, member), {
      name: "k",
      role: fromRole,
      environment: "live",
    });
    await changeRole(w.ctx(), member.id, { role: toRole });
    advanceOneSecond();
    const { actor } = await authenticate(requestWith({ authorization: `Bearer ${secret}` }));
    expect(actor.role).toBe(toRole);
    const [key] = (await listKeys(w.ctx(), { limit: 50 })).data;
    expect(key).toMatchObject({ role: fromRole, effective_role: toRole });
  });
});
