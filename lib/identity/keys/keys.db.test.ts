import { expect, test } from "vitest";
import { createKey, listKeys, readKey, revokeKey, rotateKey } from "@/lib/identity/keys";
import { CreateKey, RotateKey } from "@/lib/identity/keys/schema";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const input = { name: "Telephone system", role: "builder", environment: "live" } as const;
const page = { limit: 50 };
const trail = (w: TestWorkspace, target: string) =>
  w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "actor_type", "actor_id", "after"])
        .where("target", "=", target)
        .orderBy("seq"),
    );

test("a key's secret is shown once, and nowhere in the database in clear", async () => {
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
  const stored = await w.ctx().db.one(db.selectFrom("api_keys").selectAll().where("id", "=", key.id));
  expect(JSON.stringify(stored)).not.toContain(text);
  expect(JSON.stringify(await trail(w, key.id))).not.toContain(text);
});

test("whoever makes or rotates a key cannot get a role above their own that way", async () => {
  const w = await makeWorkspace();
  await expect(createKey(w.ctx("admin"), { ...input, role: "owner" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const owners = await createKey(w.ctx(), { ...input, role: "owner" });
  await expect(rotateKey(w.ctx("admin"), owners.id, { overlap_minutes: 0 })).rejects.toMatchObject({
    code: "forbidden",
  });
  const same = await createKey(w.ctx("admin"), { ...input, role: "admin" });
  expect((await rotateKey(w.ctx("admin"), same.id, { overlap_minutes: 0 })).role).toBe("admin");
  await revokeKey(w.ctx("admin"), owners.id);
});

test("another workspace's key is not there, in the words for one that never was", async () => {
  const [mine, theirs] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  const key = await createKey(theirs.ctx(), input);
  for (const id of [key.id, newId("key")]) {
    const attempts = [
      () => readKey(mine.ctx(), id),
      () => rotateKey(mine.ctx(), id, { overlap_minutes: 5 }),
      () => revokeKey(mine.ctx(), id),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({
        code: "not_found",
        message: "There is no such resource here.",
      });
    }
  }
  expect((await listKeys(mine.ctx(), page)).data).toEqual([]);
  expect(await readKey(theirs.ctx(), key.id)).toMatchObject({ id: key.id });
});

test("a revocation can be repeated, is noted once, and takes the key out of lists", async () => {
  const w = await makeWorkspace();
  const { id } = await createKey(w.ctx(), input);
  await rotateKey(w.ctx(), id, { overlap_minutes: 0 });
  await revokeKey(w.ctx(), id);
  await revokeKey(w.ctx(), id);
  expect((await listKeys(w.ctx(), page)).data).toEqual([]);
  await expect(rotateKey(w.ctx(), id, { overlap_minutes: 0 })).rejects.toMatchObject({ code: "not_found" });
  const events = await trail(w, id);
  expect(events.map(({ action }) => action)).toEqual(["key.created", "key.rotated", "key.revoked"]);
  expect(events[0]).toMatchObject({
    actor_type: "member",
    actor_id: w.ownerId,
    after: { role: "builder", environment: "live", expires_at: null },
  });
});

test("an expiry lies in the future, in any zone; an expired key is not rotated back to life", async () => {
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

test("a list goes through all keys once, newest first", async () => {
  const w = await makeWorkspace();
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await createKey(w.ctx(), input)).id);
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await listKeys(w.ctx(), { limit: 2, include_total: "true", ...(cursor && { cursor }) });
    expect(answer.total).toBe(5);
    seen.push(...answer.data.map(({ id }) => id));
    cursor = answer.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(made);
});

test("what a client may ask for has bounds", () => {
  expect(CreateKey.safeParse({ ...input, name: " " }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, name: "n".repeat(201) }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, role: "root" }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, expires_at: "tomorrow" }).success).toBe(false);
  expect(CreateKey.safeParse({ ...input, secret: "x" }).success).toBe(false);
  expect(RotateKey.parse({})).toEqual({ overlap_minutes: 0 });
  for (const overlap_minutes of [-1, 0.5, 10_081, "5"])
    expect(RotateKey.safeParse({ overlap_minutes }).success).toBe(false);
});
