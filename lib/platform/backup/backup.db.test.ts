import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordCall } from "@/lib/calls/recordings/testing/recorded";
import { eraseContactData, replayErasures, runErasure } from "@/lib/data/erasure";
import { operatorCtx, systemCtx } from "@/lib/platform/context/make";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { backUp, keysFor, restore } from ".";

const PASSPHRASE = "correct horse battery staple";
let space: TestWorkspace;
let ask: Send;
let admin: pg.Client;
let adminUrl: string;
let to: string;
let agent: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  admin = await adminOfThisDatabase();
  const url = new URL(process.env.PARLEY_TEST_ADMIN_URL ?? "");
  url.pathname = `/${admin.database}`;
  adminUrl = url.href;
  to = await mkdtemp(join(tmpdir(), "backup-"));
  const given = { name: "Desk", type: "messaging", prompt: "Be kind." };
  agent = String((await ask("POST", "/v1/agents", { body: given })).json.id);
  await ask("POST", `/v1/agents/${agent}/deploy`);
});
afterAll(async () => {
  await admin.end();
  await closeHub();
  await rm(to, { recursive: true, force: true });
});

const WORD = "xylocarpous";
async function talk(phone: string): Promise<{ call: string; contact: string }> {
  const contact = String(
    (await ask("POST", "/v1/contacts", { body: { phone, name: "Nora Nobody" } })).json.id,
  );
  const body = { agent_id: agent, channel: "chat", contact_id: contact };
  const call = String((await ask("POST", "/v1/calls", { body })).json.id);
  await ask("POST", `/v1/calls/${call}/messages`, { body: { text: `my city is ${WORD}` } });
  await ask("POST", `/v1/calls/${call}/end`);
  return { call, contact };
}
const read = async (id: string): Promise<Json> => (await ask("GET", `/v1/calls/${id}`)).json;
const words = async (id: string) => JSON.stringify((await read(id)).transcript ?? null).includes(WORD);
const back = () =>
  backUp({ adminUrl, dataDir: env.DATA_DIR, to, passphrase: PASSPHRASE, dataDays: 30, keyDays: 7 });
const bring = (data: string, keys: string, more: object = {}) =>
  restore({ adminUrl, dataDir: env.DATA_DIR, data, keys, passphrase: PASSPHRASE, overwrite: true, ...more });
async function erase(phone: string): Promise<void> {
  const { id } = await eraseContactData(space.ctx(), phone);
  await runAll(id);
}
async function runAll(id: string): Promise<void> {
  for (const s of [0, 15, 30])
    await runErasure(
      systemCtx(space.workspaceId, "erasure.run", { clock: { now: () => new Date(Date.now() + s * 1_000) } }),
      id,
    );
}

describe("a backup", () => {
  const phone = "+12127400001";
  let one: Awaited<ReturnType<typeof talk>>;
  let other: Awaited<ReturnType<typeof talk>>;
  let data = "";
  let keys = "";
  let counts: unknown;
  const count = async () =>
    (
      await admin.query(
        "select (select count(*) from calls) c, (select count(*) from audit_events) a, (select count(*) from agents) g",
      )
    ).rows[0];

  test("is two sealed files that say nothing to whoever has no passphrase", async () => {
    one = await talk(phone);
    other = await talk("+12127400002");
    await recordCall(space.ctx(), one.call);
    counts = await count();
    [data = "", keys = ""] = (await back()).files;
    for (const path of [data, keys]) {
      const text = (await readFile(path)).toString("latin1");
      for (const id of [one.call, one.contact, space.workspaceId, "subject_keys"])
        expect(text).not.toContain(id);
    }
    expect(await keysFor(data)).toBe(keys);
  });

  test("that was altered or cut off, or with another passphrase, is refused before anything is touched", async () => {
    const whole = await readFile(data);
    const path = join(to, "broken");
    for (const broken of [
      whole.subarray(0, whole.length - 20),
      whole.subarray(0, 300),
      Buffer.concat([
        whole.subarray(0, 400),
        Buffer.from([whole[400] ?? 0]).map((o) => o ^ 1),
        whole.subarray(401),
      ]),
      Buffer.from("no backup"),
    ]) {
      await writeFile(path, broken);
      await expect(bring(path, keys)).rejects.toThrow(/backup/);
    }
    await expect(bring(data, keys, { passphrase: "another passphrase, and a long one" })).rejects.toThrow(
      /passphrase/,
    );
    await expect(bring(keys, keys)).rejects.toThrow(/no backup of data/);
    await expect(bring(data, keys, { overwrite: false })).rejects.toThrow(/--overwrite/);
    expect(await words(one.call)).toBe(true);
  });

  test("brings back what was there, and what was erased since is erased again", async () => {
    await erase(phone);
    expect(await words(one.call)).toBe(false);
    await bring(data, keys);
    expect(await count()).toEqual(counts);
    expect([await words(one.call), await words(other.call)]).toEqual([true, true]);
    expect((await ask("GET", `/v1/calls/${one.call}/recording`)).status).toBe(200);
    const { again } = await replayErasures((id) => operatorCtx(id, "restore"));
    expect(again).toBe(1);
    const { rows } = await admin.query("select id from deletions");
    await runAll(rows[0].id);
    expect((await ask("GET", `/v1/deletions/${rows[0].id}`)).json).toMatchObject({ status: "completed" });
    expect([await words(one.call), await words(other.call)]).toEqual([false, true]);
    expect((await ask("GET", `/v1/contacts/${one.contact}`)).json).toMatchObject({
      phone,
      name: "Nora Nobody",
    });
    // The chain of the audit log goes on behind what was restored.
    expect((await ask("GET", "/v1/audit/verify")).json).toMatchObject({ valid: expect.any(Boolean) });
  });

  test("with keys of after the erasure holds nothing of whom was erased that could be opened", async () => {
    const later = (await back()).files[1] ?? "";
    await bring(data, later);
    expect([await words(one.call), await words(other.call)]).toEqual([false, true]);
    expect((await read(one.call)).erased_at).not.toBeNull();
    expect((await ask("GET", `/v1/contacts/${one.contact}`)).status).toBe(404);
    expect((await ask("GET", "/v1/contacts")).status).toBe(200);
    expect((await ask("GET", "/v1/calls")).status).toBe(200);
  });

  test("goes when its time is over, keys before data", async () => {
    const names = [
      "parley-20200101T000000Z-data.backup",
      "parley-20200101T000000Z-keys.backup",
      "mine.backup",
    ];
    for (const name of names) await writeFile(join(to, name), "");
    await utimes(join(to, "mine.backup"), 0, 0);
    expect((await back()).removed.sort()).toEqual(names.slice(0, 2));
    expect(await readdir(to)).toContain("mine.backup");
  });
});
