import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runHealthCommand } from "@/bin/health/command";
import { checkRecordings, readRecording } from "@/lib/calls/recordings";
import { ReadRecording } from "@/lib/calls/recordings/schema";
import { recordCall } from "@/lib/calls/recordings/testing/record-call";
import { checkExports, createExport, readExportFile, runExport } from "@/lib/data/exports";
import { CreateExport } from "@/lib/data/exports/schema";
import type { Ctx } from "@/lib/platform/context";
import { closeHub } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { type Storage, storage } from "@/lib/platform/storage";
import { fileStorage } from "@/lib/platform/storage/files";
import { s3Storage } from "@/lib/platform/storage/s3";
import { openS3Server } from "@/lib/platform/storage/testing/s3-server";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { sweepStorage } from ".";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let admin: pg.Client;
let space: TestWorkspace;
let agentId: string;
let s3: Awaited<ReturnType<typeof openS3Server>>;
let folder: string;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  space = await makeWorkspace();
  s3 = await openS3Server();
  const ask = apiOf(space);
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind." };
  agentId = String((await ask("POST", "/v1/agents", { body: input })).json.id);
  await ask("POST", `/v1/agents/${agentId}/deploy`);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
  s3.objects.clear();
  await admin.query("update storage_sweeps set place = null, started_at = null, ended_at = null");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await s3.close();
  await admin.end();
  await closeHub();
});

const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * DAY_MS) });
const later = (ctx: Ctx, days: number): Ctx => ({ ...ctx, now: () => inDays(days).now().toISOString() });
const object = (first: string, n: number) => first + String(n).padStart(30, "0");
const walk = async () =>
  (
    await admin.query<{ place: string | null; ended: boolean; orphans: number; removed: number }>(
      "select place, ended_at is not null as ended, orphans, removed from storage_sweeps",
    )
  ).rows[0];
async function recordedCall(): Promise<{ id: string; object: string }> {
  const ask = apiOf(space);
  const { json } = await ask("POST", "/v1/calls", { body: { agent_id: agentId, channel: "chat" } });
  const id = String(json.id);
  await ask("POST", `/v1/calls/${id}/end`);
  return { id, object: await recordCall(space.ctx("owner"), id) };
}

const kinds: [string, () => Storage][] = [
  ["a folder", () => fileStorage(folder)],
  ["a bucket", () => s3Storage(s3.bucket)],
];
/** A walk lists 512 folders, each with a signed request. */
const WALKS = { timeout: 60_000 };
describe.each(kinds)("bytes without a row in %s", WALKS, (_, open) => {
  const chunk = Buffer.from("sealed");
  test("are deleted a day after the last write, and bytes with a row stay", async () => {
    const store = open();
    const { object: keptObject } = await recordedCall();
    const names = [`${keptObject.slice(0, 2)}/${keptObject}/ogg/0`];
    const strays = [`aa/${object("aa", 1)}/raw/7`, `exports/0b/${object("0b", 2)}/0`];
    const strange = ["aa/readme", `ab/${object("cd", 3)}/raw/0`];
    for (const name of [...names, ...strays, ...strange]) await store.put(name, chunk);
    const areStored = (of: string[]) =>
      Promise.all(of.map(async (name) => (await store.read(name)) !== null));

    await sweepStorage(inDays(0), store);
    expect(await areStored(strays)).toEqual([true, true]);
    expect(await walk()).toEqual({ place: null, ended: true, orphans: 2, removed: 0 });
    // The next walk starts a day later.
    const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
    await sweepStorage(inDays(0.9), store);
    expect(await areStored(strays)).toEqual([true, true]);
    await sweepStorage(inDays(1.1), store);
    warned.mockRestore();
    expect(await areStored([...names, ...strays, ...strange])).toEqual([true, false, false, true, true]);
    expect(await walk()).toEqual({ place: null, ended: true, orphans: 2, removed: 2 });
  });

  test("are searched in runs that resume after the last one, also within a shelf", async () => {
    const store = open();
    const strays = Array.from({ length: 5 }, (_, n) => `aa/${object("aa", n)}/raw/0`);
    for (const name of [...strays, `exports/aa/${object("aa", 9)}/0`]) await store.put(name, chunk);
    const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
    const left = async () => (await store.list("aa", "", 100)).length;
    await sweepStorage(inDays(1.1), store, 2);
    expect([await left(), (await walk())?.place]).toEqual([3, `aa/${object("aa", 1)}`]);
    await sweepStorage(inDays(1.1), store, 2);
    expect(await left()).toBe(1);
    await sweepStorage(inDays(1.1), store, 100);
    warned.mockRestore();
    expect(await left()).toBe(0);
    expect(await walk()).toEqual({ place: null, ended: true, orphans: 6, removed: 6 });
  });

  test("of another installation's storage are kept", async () => {
    const store = open();
    const stray = `aa/${object("aa", 1)}/raw/7`;
    await store.put(stray, chunk);
    await store.put("owner", Buffer.from("somebody else"));
    await expect(sweepStorage(inDays(2), store)).rejects.toThrow("another installation");
    expect(await store.read(stray)).not.toBeNull();
  });
});

describe("rows whose bytes are missing", () => {
  test("of a recording are marked, reported and counted, and restored when the bytes return", async () => {
    const { id, object: objectName } = await recordedCall();
    const place = `${objectName.slice(0, 2)}/${objectName}/ogg`;
    const owner = space.ctx("owner");
    const play = () => readRecording(owner, id, ReadRecording.parse({}), false);
    const missing = async () =>
      (await admin.query("select missing_since, checked_at from recordings where call_id = $1", [id]))
        .rows[0];
    const health = async () => JSON.parse((await runHealthCommand(["--json"])).text) as { storage: object };
    const logged = vi.spyOn(log, "error").mockImplementation(() => {});
    await checkRecordings(owner);
    expect((await missing()).missing_since).toBeNull();
    const savedBytes = await storage().read(`${place}/0`);
    await storage().removeAll(place);
    // Already checked today.
    await checkRecordings(owner);
    expect(logged).not.toHaveBeenCalled();
    await checkRecordings(later(owner, 1.1));
    expect((await missing()).missing_since).not.toBeNull();
    expect(logged.mock.calls).toEqual([[{ callId: id }, expect.stringContaining("missing")]]);
    expect(await health()).toMatchObject({ storage: { missing: 1 } });
    expect((await runHealthCommand([])).text).toContain(
      "1 recordings and exports with missing files  MISSING",
    );
    await expect(play()).rejects.toMatchObject({ code: "invalid_state" });
    // Reported once, and checked every time.
    await checkRecordings(later(owner, 1.2));
    expect(logged).toHaveBeenCalledTimes(1);
    await storage().put(`${place}/0`, savedBytes ?? Buffer.alloc(0));
    expect((await play()).bytes).toBeGreaterThan(0);
    await checkRecordings(later(owner, 1.2));
    logged.mockRestore();
    expect((await missing()).missing_since).toBeNull();
    expect(await health()).toMatchObject({ storage: { missing: 0 } });
  });

  test("of an export are marked and reported, and the download fails with what to do", async () => {
    const owner = space.ctx("owner");
    const input = CreateExport.parse({ resource: "calls", format: "csv" });
    const { id } = await createExport(owner, input);
    await runExport(owner, id);
    const { rows } = await admin.query<{ object: string }>("select object from exports where id = $1", [id]);
    const objectName = rows[0]?.object ?? "";
    const logged = vi.spyOn(log, "error").mockImplementation(() => {});
    await checkExports(owner);
    expect(logged).not.toHaveBeenCalled();
    await storage().removeAll(`exports/${objectName.slice(0, 2)}/${objectName}`);
    await checkExports(later(owner, 1.1));
    expect(logged.mock.calls).toEqual([[{ exportId: id }, expect.stringContaining("missing")]]);
    logged.mockRestore();
    await expect(readExportFile(owner, id)).rejects.toThrow("Export again");
  });
});
