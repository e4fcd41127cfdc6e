import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { directUrl } from "@/lib/platform/db";
import { migrate } from "@/lib/platform/db/migrate";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, handle, requestFor } from "@/test/fixtures/api";
import { everyRoute } from "@/test/fixtures/every-route";
import { pathFor } from "@/test/fixtures/resources";
import { makeWorkspace } from "@/test/fixtures/workspace";
import {
  dumpTables,
  loadTables,
  readSecrets,
  readStoredBaseline,
  type StoredBaseline,
  writeSecrets,
  writeStoredBaseline,
} from "./stored-baseline";

const MIGRATIONS = join(import.meta.dirname, "..", "..", "prisma", "migrations");
const SAID = "my city is Xylophone";

let admin: pg.Client;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

/** A database with the baseline alone and the stored rows, upgraded to the newest migration. */
async function upgradeFromBaseline({ migration, secrets, tables }: StoredBaseline): Promise<string[]> {
  writeSecrets(env.DATA_DIR, secrets);
  const { rows } = await admin.query<{ owner: string }>(
    "select nspowner::regrole::text as owner from pg_namespace where nspname = 'jackson'",
  );
  await admin.query("drop schema public, jackson, graphile_worker cascade");
  await admin.query(`create schema public authorization ${rows[0]?.owner}`);
  const baseline = mkdtempSync(join(tmpdir(), "baseline-"));
  cpSync(join(MIGRATIONS, migration), join(baseline, migration), { recursive: true });
  await migrate(directUrl(), baseline);
  rmSync(baseline, { recursive: true });
  await loadTables(admin, tables);
  return migrate(directUrl(), MIGRATIONS);
}

const isRead = (path: string): boolean => !/\/(events|file|recording|recording\/peaks)$/.test(path);

async function ask(method: string, path: string, key: string, body?: unknown) {
  const response = await handle(requestFor(method, path, { key, ...(body !== undefined && { body }) }));
  const text = await response.text();
  return { status: response.status, text };
}

// Records the stored baseline again: `RECORD_BASELINE=1 npx vitest run --project db test/upgrade`. The file is
// written once per baseline: rows that an earlier release wrote are the point of it.
describe.runIf(process.env.RECORD_BASELINE === "1")("recording", () => {
  it("stores a database with data of every kind", async () => {
    const space = await makeWorkspace();
    const send = apiOf(space);
    const keys = { live: await space.key("owner", "live"), test: await space.key("owner", "test") };
    const reads: StoredBaseline["reads"] = [];
    for (const environment of ["live", "test"] as const)
      for (const route of everyRoute.filter(({ method, path }) => method === "GET" && isRead(path))) {
        const path = await pathFor(route, space, environment);
        const answer = await send("GET", path, { environment });
        if (answer.status === 200 && answer.headers.get("content-type")?.includes("json"))
          reads.push({ environment, path });
      }
    const config = {
      name: "Desk",
      type: "messaging",
      prompt: "Be kind.",
      variables: [{ name: "city", description: "your city" }],
    };
    const agent = String((await send("POST", "/v1/agents", { body: config })).json.id);
    await send("POST", `/v1/agents/${agent}/deploy`);
    const start = async () => {
      const { json } = await send("POST", "/v1/calls", { body: { agent_id: agent, channel: "chat" } });
      await send("POST", `/v1/calls/${json.id}/messages`, { body: { text: SAID } });
      return String(json.id);
    };
    const [ended, running] = [await start(), await start()];
    await send("POST", `/v1/calls/${ended}/end`);
    expect((await send("GET", `/v1/calls/${ended}`)).text).toContain(SAID);
    const migration = (await admin.query("select migration_name as name from _prisma_migrations")).rows[0]
      .name;
    const tables = await dumpTables(admin);
    writeStoredBaseline({
      migration,
      secrets: readSecrets(env.DATA_DIR),
      keys,
      reads,
      ended,
      running,
      spokenText: SAID,
      tables,
    });
  }, 120_000);
});

describe.skipIf(process.env.RECORD_BASELINE === "1")("a database that the first release wrote", () => {
  let stored: StoredBaseline;
  beforeAll(async () => {
    stored = readStoredBaseline();
    await upgradeFromBaseline(stored);
  }, 60_000);

  it("has rows in nearly every table", () => {
    expect(Object.keys(stored.tables).length).toBeGreaterThan(30);
    expect(stored.reads.length).toBeGreaterThan(60);
  });

  it("is read through the API after the upgrade, as before", async () => {
    const failed: string[] = [];
    for (const { environment, path } of stored.reads) {
      const { status, text } = await ask("GET", path, stored.keys[environment]);
      if (status !== 200) failed.push(`${status} ${environment} ${path} ${text.slice(0, 200)}`);
    }
    expect(failed).toEqual([]);
  });

  it("opens what was sealed with its root key, and continues a conversation", async () => {
    const { keys, ended, running, spokenText } = stored;
    expect((await ask("GET", `/v1/calls/${ended}`, keys.live)).text).toContain(spokenText);
    const reply = await ask("POST", `/v1/calls/${running}/messages`, keys.live, { text: "And thank you." });
    expect(reply.status, reply.text).toBe(200);
    expect((await ask("POST", `/v1/calls/${running}/end`, keys.live)).status).toBe(200);
    expect((await ask("GET", `/v1/calls/${running}`, keys.live)).text).toContain(spokenText);
  });
});
