import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordCall } from "@/lib/calls/recordings/testing/record-call";
import { eraseContactData, replayErasures, runErasure } from "@/lib/data/erasure";
import { operatorCtx, systemCtx } from "@/lib/platform/context/make";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, type Json, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createBackup, findKeyBackup, restoreBackup } from ".";

const PASSPHRASE = "correct horse battery staple";
let space: TestWorkspace;
let send: Send;
let admin: pg.Client;
let adminUrl: string;
let to: string;
let agent: string;
beforeAll(async () => {
  space = await makeWorkspace();
  send = apiOf(space);
  admin = await adminOfThisDatabase();
  const url = new URL(process.env.PARLEY_TEST_ADMIN_URL ?? "");
  url.pathname = `/${admin.database}`;
  adminUrl = url.href;
  to = await mkdtemp(join(tmpdir(), "backup-"));
  const config = { name: "Desk", type: "messaging", prompt: "Be kind." };
  agent = String((await send("POST", "/v1/agents", { body: config })).json.id);
  await send("POST", `/v1/agents/${agent}/deploy`);
});
afterAll(async () => {
  await admin.end();
  await closeHub();
  await rm(to, { recursive: true, force: true });
});

const WORD = "xylocarpous";
async function runCall(phone: string): Promise<{ call: string; contact: string }> {
  const contact = String(
    (await send("POST", "/v1/contacts", { body: { phone, name: "Nora Nobody" } })).json.id,
  );
  const body = { agent_id: agent, channel: "chat", contact_id: contact };
  const call = String((await send("POST", "/v1/calls", { body })).json.id);
  await send("POST", `/v1/calls/${call}/messages`, { body: { text: `my city is ${WORD}` } });
  await send("POST", `/v1/calls/${call}/end`);
  return { call, contact };
}
const readCall = async (id: string): Promise<Json> => (await send("GET", `/v1/calls/${id}`)).json;
const hasWord = async (id: string) => JSON.stringify((await readCall(id)).transcript ?? null).includes(WORD);
const backUp = () =>
  createBackup({
    adminUrl,
    dataDir: env.DATA_DIR,
    folder: to,
    passphrase: PASSPHRASE,
    dataDays: 30,
    keyDays: 7,
  });
const restoreFrom = (data: string, keys: string, more: object = {}) =>
  restoreBackup({
    adminUrl,
    dataDir: env.DATA_DIR,
    data,
    keys,
    passphrase: PASSPHRASE,
    overwrite: true,
    ...more,
  });
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
  let keptCall: Awaited<ReturnType<typeof runCall>>;
  let erasedCall: Awaited<ReturnType<typeof runCall>>;
  let data = "";
  let keys = "";
  let counts: unknown;
  const count = async () =>
    (
      await admin.query(
        "select (select count(*) from calls) c, (select count(*) from audit_events) a, (select count(*) from agents) g",
      )
    ).rows[0];

  test("consists of two sealed files that reveal nothing without the passphrase", async () => {
    keptCall = await runCall(phone);
    erasedCall = await runCall("+12127400002");
    await recordCall(space.ctx(), keptCall.call);
    counts = await count();
    [data = "", keys = ""] = (await backUp()).files;
    for (const path of [data, keys]) {
      const text = (await readFile(path)).toString("latin1");
      for (const id of [keptCall.call, keptCall.contact, space.workspaceId, "subject_keys"])
        expect(text).not.toContain(id);
    }
    expect(await findKeyBackup(data)).toBe(keys);
  });

  test("is rejected before any change if it is damaged or the passphrase is wrong", async () => {
    const original = await readFile(data);
    const path = join(to, "broken");
    for (const damaged of [
      original.subarray(0, original.length - 20),
      original.subarray(0, 300),
      Buffer.concat([
        original.subarray(0, 400),
        Buffer.from([original[400] ?? 0]).map((o) => o ^ 1),
        original.subarray(401),
      ]),
      Buffer.from("no backup"),
    ]) {
      await writeFile(path, damaged);
      await expect(restoreFrom(path, keys)).rejects.toThrow(/backup/);
    }
    await expect(
      restoreFrom(data, keys, { passphrase: "another passphrase, and a long one" }),
    ).rejects.toThrow(/passphrase/);
    await expect(restoreFrom(keys, keys)).rejects.toThrow(/not a backup of data/);
    await expect(restoreFrom(data, keys, { overwrite: false })).rejects.toThrow(/--overwrite/);
    expect(await hasWord(keptCall.call)).toBe(true);
  });

  test("restores the data, and later erasures are replayed", async () => {
    await erase(phone);
    expect(await hasWord(keptCall.call)).toBe(false);
    await restoreFrom(data, keys);
    expect(await count()).toEqual(counts);
    expect([await hasWord(keptCall.call), await hasWord(erasedCall.call)]).toEqual([true, true]);
    expect((await send("GET", `/v1/calls/${keptCall.call}/recording`)).status).toBe(200);
    const { repeated } = await replayErasures((id) => operatorCtx(id, "restore"));
    expect(repeated).toBe(1);
    const { rows } = await admin.query("select id from deletions");
    await runAll(rows[0].id);
    expect((await send("GET", `/v1/deletions/${rows[0].id}`)).json).toMatchObject({ status: "completed" });
    expect([await hasWord(keptCall.call), await hasWord(erasedCall.call)]).toEqual([false, true]);
    expect((await send("GET", `/v1/contacts/${keptCall.contact}`)).json).toMatchObject({
      phone,
      name: "Nora Nobody",
    });
    // The audit log's chain continues after the restored entries.
    expect((await send("GET", "/v1/audit/verify")).json).toMatchObject({ valid: expect.any(Boolean) });
  });

  test("cannot open an erased contact's data with keys from after the erasure", async () => {
    const laterKeys = (await backUp()).files[1] ?? "";
    await restoreFrom(data, laterKeys);
    expect([await hasWord(keptCall.call), await hasWord(erasedCall.call)]).toEqual([false, true]);
    expect((await readCall(keptCall.call)).erased_at).not.toBeNull();
    expect((await send("GET", `/v1/contacts/${keptCall.contact}`)).status).toBe(404);
    expect((await send("GET", "/v1/contacts")).status).toBe(200);
    expect((await send("GET", "/v1/calls")).status).toBe(200);
  });

  test("expires, keys before data", async () => {
    const names = [
      "parley-20200101T000000Z-data.backup",
      "parley-20200101T000000Z-keys.backup",
      "mine.backup",
    ];
    for (const name of names) await writeFile(join(to, name), "");
    await utimes(join(to, "mine.backup"), 0, 0);
    expect((await backUp()).removed.sort()).toEqual(names.slice(0, 2));
    expect(await readdir(to)).toContain("mine.backup");
  });

  describe("restores nothing", () => {
    test("if a row refers to one that the backup does not contain", async () => {
      await admin.query("set session_replication_role = replica");
      await admin.query("create temp table kept as select * from agents where id = $1", [agent]);
      await admin.query("delete from agents where id = $1", [agent]);
      const [broken = "", brokenKeys = ""] = (await backUp()).files;
      await admin.query("insert into agents select * from kept");
      await admin.query("reset session_replication_role");
      await expect(restoreFrom(broken, brokenKeys)).rejects.toThrow(
        /Nothing was restored: a row of \w+ refers to a row of agents that the backup does not contain \(\w+_fkey\)/,
      );
      expect((await send("GET", `/v1/agents/${agent}`)).status).toBe(200);
    });

    test("if the backup is older than the baseline", async () => {
      const { rows } = await admin.query(
        "select migration_name as name from _prisma_migrations order by 1 limit 1",
      );
      const rename = (from: string, name: string) =>
        admin.query("update _prisma_migrations set migration_name = $2 where migration_name = $1", [
          from,
          name,
        ]);
      await rename(rows[0].name, "20261121000000_tables");
      const [old = "", oldKeys = ""] = (await backUp()).files;
      await rename("20261121000000_tables", rows[0].name);
      await expect(restoreFrom(old, oldKeys)).rejects.toThrow(
        "The backup was made by a version of Parley from before its first release. This version cannot restore it.",
      );
    });
  });
});
