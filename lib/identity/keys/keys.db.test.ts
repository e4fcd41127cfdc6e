import { expect, test } from "vitest";
import { createKey, listKeys, readKey, revokeKey, rotateKey } from "@/lib/identity/keys";
import { CreateKey, RotateKey } from "@/lib/identity/keys/schema";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const input = { name: "Telephone system", role: "builder", environment: "live" } as const;
const page = { limit: 50 };
const listAuditEvents = (w: TestWorkspace, target: string) =>
  w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "actor_type", "actor_id", "after"])
        .where("target", "=", target)
        .orderBy("seq"),
    );

test("returns a key's secret once and never stores it in plain text", async () => {
  const w = await makeWorkspace();
  const { secret = "", ...key } = await createKey(w.ctx(), input);
  expect(secret).toMatch(/^prl_live_/);
  expect(key).toMatchObject({
    ...input,
    hint: secret.slice(-4),
    created_by: w.ownerId,
    expires_at: null,
    last_used_at: null,
  });
  expect(await readKey(w.ctx(), key.id)).toEqual(key);
  expect((await listKeys(w.ctx(), page)).data).toEqual([key]);
  const [, , , text = ""] = secret.split("_");
  const stored = await w.ctx().db.first(db.selectFrom("api_keys").selectAll().where("id", "=", key.id));
  expect(JSON.stringify(stored)).not.toContain(text);
  expect(JSON.stringify(await listAuditEvents(w, key.id))).not.toContain(text);
});

test("does not let a caller create or rotate a key above their own role", async () => {
  const w = await makeWorkspace();
  await expect(createKey(w.ctx("admin"), { ...input, role: "owner" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const ownerKey = await createKey(w.ctx(), { ...input, role: "owner" });
  await expect(rotateKey(w.ctx("admin"), ownerKey.id, { overlap_minutes: 0 })).rejects.toMatchObject({
    code: "forbidden",
  });
  const adminKey = await createKey(w.ctx("admin"), { ...input, role: "admin" });
  expect((await rotateKey(w.ctx("admin"), adminKey.id, { overlap_minutes: 0 })).role).toBe("admin");
  await revokeKey(w.ctx("admin"), ownerKey.id);
});

test("answers the same 404 for another workspace's key as for one that never existed", async () => {
  const [ownWorkspace, otherWorkspace] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  const key = await createKey(otherWorkspace.ctx(), input);
  for (const id of [key.id, newId("key")]) {
    const attempts = [
      () => readKey(ownWorkspace.ctx(), id),
      () => rotateKey(ownWorkspace.ctx(), id, { overlap_minutes: 5 }),
      () => revokeKey(ownWorkspace.ctx(), id),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({
        code: "not_found",
        message: "There is no such resource here.",
      });
    }
  }
  expect((await listKeys(ownWorkspace.ctx(), page)).data).toEqual([]);
  expect(await readKey(otherWorkspace.ctx(), key.id)).toMatchObject({ id: key.id });
});

test("revokes a key once when repeated, audits it once, and removes it from lists", async () => {
  const w = await makeWorkspace();
  const { id } = await createKey(w.ctx(), input);
  await rotateKey(w.ctx(), id, { overlap_minutes: 0 });
  await revokeKey(w.ctx(), id);
  await revokeKey(w.ctx(), id);
  expect((await listKeys(w.ctx(), page)).data).toEqual([]);
  await expect(rotateKey(w.ctx(), id, { overlap_minutes: 0 })).rejects.toMatchObject({ code: "not_found" });
  const events = await listAuditEvents(w, id);
  expect(events.map(({ action }) => action)).toEqual(["key.created", "key.rotated", "key.revoked"]);
  expect(events[0]).toMatchObject({
    actor_type: "member",
    actor_id: w.ownerId,
    after: { role: "builder", environment: "live", expires_at: null },
  });
});

test("requires an expiry in the future, in any time zone, and does not rotate an expired key", async () => {
  const clock = { at: new Date("2026-11-21T09:00:00.000Z"), now: () => clock.at };
  const w = await makeWorkspace({ clock });
  for (const expires_at of ["2026-11-21T09:00:00Z", "2026-11-21T10:59:59+02:00", "2001-01-01T00:00:00Z"]) {
    await expect(createKey(w.ctx(), { ...input, expires_at })).rejects.toMatchObject({
      details: [{ in: "body", pointer: "/expires_at" }],
    });
  }
  const key = await createKey(w.ctx(), { ...input, expires_at: "2026-11-21T12:00:00+02:00" });
  expect(key.expires_at).toBe("2026-11-21T10:00:00.000Z");
  clock.at = new Date("2026-11-21T10:00:00.000Z");
  await expect(rotateKey(w.ctx(), key.id, { overlap_minutes: 0 })).rejects.toMatchObject({
    code: "invalid_state",
  });
  expect((await listKeys(w.ctx(), page)).data.map(({ id }) => id)).toEqual([key.id]);
});

test("lists every key once across pages, newest first", async () => {
  const w = await makeWorkspace();
  const createdIds: string[] = [];
  for (let i = 0; i < 5; i++) createdIds.unshift((await createKey(w.ctx(), input)).id);
  const listedIds: string[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await listKeys(w.ctx(), { limit: 2, include_total: "true", ...(cursor && { cursor }) });
    expect(answer.total).toBe(5);
    listedIds.push(...answer.data.map(({ id }) => id));
    cursor = answer.next_cursor;
  } while (cursor !== null);
  expect(listedIds).toEqual(createdIds);
});

test("rejects invalid names, roles, expiries and overlaps", () => {
  expect(CreateKey.safeParse({ ...input, name: " " }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, name: "n".repeat(201) }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, role: "root" }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, expires_at: "tomorrow" }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, secret: "x" }).success).toBe(false);
  expect(RotateKey.parse({})).toEqual({ overlap_minutes: 0 });
  for (const overlap_minutes of [-1, 0.5, 10_081, "5"])
    expect(RotateKey.safeParse({ overlap_minutes }).success).toBe(false);
});
