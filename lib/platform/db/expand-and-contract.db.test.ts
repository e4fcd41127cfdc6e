import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { directUrl } from "@/lib/platform/db";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { runMigrations } from "./migrate";
import { closePool } from "./pool";
import { SCHEMA_CHECK_MS } from "./require-schema";
import { readSchemaMisfit } from "./schema-fit";
import { THIS_RELEASE } from "./schema-level";

const COMMITTED = join(import.meta.dirname, "..", "..", "..", "prisma", "migrations");
const EXPAND = "20990101000001_expand";
const CONTRACT = "20990101000002_contract";
const LATER = "20990101000003_expand";

let admin: pg.Client;
let folder: string;
let space: TestWorkspace;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  space = await makeWorkspace();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp(COMMITTED, folder, { recursive: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await admin.query("delete from _prisma_migrations where migration_name like '2099%'");
  await admin.query("update schema_state set level = $1, oldest_release = '20261123234222_baseline'", [
    THIS_RELEASE.level,
  ]);
  await admin.query("delete from backfills");
  for (const column of ["former", "current"])
    await admin.query(`alter table imports drop column if exists ${column}`);
});
afterAll(() => admin.end());

async function add(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "migration.sql"), sql);
}
const run = (options = {}) => runMigrations(directUrl(), folder, options);
const namesOf = ({ applied }: { applied: { name: string }[] }) => applied.map(({ name }) => name);
const state = async () => (await admin.query("select level, oldest_release from schema_state")).rows[0];

async function connectAs(applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: directUrl(), application_name: applicationName });
  await client.connect();
  return client;
}

const addBoth = async (options = "") => {
  await add(EXPAND, "-- expand\nALTER TABLE imports ADD COLUMN current text;");
  await add(
    CONTRACT,
    `-- contract: needs ${EXPAND}${options}\nALTER TABLE imports DROP COLUMN IF EXISTS former;`,
  );
};

describe("a start", () => {
  it("applies expand migrations, and leaves a contract for later", async () => {
    await addBoth();
    const result = await run();
    expect([namesOf(result), result.deferred]).toEqual([[EXPAND], [CONTRACT]]);
    expect(await state()).toEqual({ level: EXPAND, oldest_release: "20261123234222_baseline" });
  });

  it("refuses an expand migration behind a contract, with the command to run", async () => {
    await addBoth();
    await add(LATER, "-- expand\nSELECT 1;");
    await expect(run()).rejects.toThrow("node bin/run.mjs migrate --contract");
  });

  it("of the former release accepts a database that was only expanded", async () => {
    await addBoth();
    await run();
    expect(await runMigrations(directUrl(), COMMITTED)).toEqual({ applied: [], deferred: [] });
  });

  it("of the former release is refused after the contract, as are its running processes", async () => {
    await addBoth();
    const key = await space.key("owner");
    await closePool();
    expect(namesOf(await run({ contract: true }))).toEqual([EXPAND, CONTRACT]);
    expect(await state()).toEqual({ level: CONTRACT, oldest_release: EXPAND });
    await expect(runMigrations(directUrl(), COMMITTED)).rejects.toThrow(
      `The database needs a release of Parley that has the migration ${EXPAND}`,
    );
    await expect.poll(() => readSchemaMisfit(), { timeout: 4 * SCHEMA_CHECK_MS }).toContain(EXPAND);
    // No request reads or writes with code that does not fit the schema.
    expect((await apiOf(space)("GET", "/v1/agents", { key })).status).toBe(503);
    await admin.query("update schema_state set oldest_release = '20261123234222_baseline'");
    expect((await apiOf(space)("GET", "/v1/agents", { key })).status).toBe(200);
  });
});

describe("a contract", () => {
  it.each(["parley", "parley-queue", "parley/20261128000000", "parley-queue/20261128000000"])(
    "waits for processes that are named %s",
    async (name) => {
      await addBoth();
      await closePool();
      const older = await connectAs(name);
      await expect(run({ contract: true })).rejects.toThrow("Stop these processes first");
      const newer = await connectAs("parley/20990101000001");
      await older.end();
      expect(namesOf(await run({ contract: true }))).toEqual([CONTRACT]);
      await newer.end();
    },
  );

  it("waits for its backfill in every workspace", async () => {
    await addBoth(", backfill trial");
    await closePool();
    await expect(run({ contract: true })).rejects.toThrow("The backfill trial is unfinished in");
    await admin.query(
      `insert into backfills (workspace_id, name, estimate, started_at, updated_at, finished_at)
       select id, 'trial', 0, now(), now(), now() from workspaces`,
    );
    expect(namesOf(await run({ contract: true }))).toEqual([CONTRACT]);
  });
});

describe("a contract's conditions", () => {
  it("do not include accepted workspaces, which the refusal names", async () => {
    await addBoth(", backfill trial");
    await closePool();
    const { rows } = await admin.query<{ id: string }>("select id from workspaces");
    const ids = rows.map(({ id }) => id);
    await expect(run({ contract: true, acceptLocked: ["ws_none"] })).rejects.toThrow(ids[0]);
    expect(namesOf(await run({ contract: true, acceptLocked: ids }))).toEqual([CONTRACT]);
  });

  it("do not apply to a database without a workspace, whose first start was interrupted", async () => {
    await addBoth(", backfill trial");
    const definition = (
      await admin.query("select pg_get_functiondef('workspace_ids()'::regprocedure) as sql")
    ).rows[0].sql;
    await admin.query(definition.replace("FROM workspaces", "FROM workspaces WHERE false"));
    const result = await run().finally(() => admin.query(definition));
    expect([namesOf(result), result.deferred]).toEqual([[EXPAND, CONTRACT], []]);
  });
});

describe("a migration under load", () => {
  it("leaves the queue of a lock that a long transaction holds, and tries again", async () => {
    await add(EXPAND, "-- expand\nALTER TABLE imports ADD COLUMN current text;");
    const holder = await connectAs("a long report");
    await holder.query("begin; lock table imports in access share mode");
    const running = run();
    // Readers are served between the attempts, though the migration is not.
    await expect
      .poll(async () => (await admin.query("select from pg_locks where not granted")).rowCount, {
        timeout: 20_000,
      })
      .toBe(1);
    await admin.query("select from imports");
    await holder.query("commit");
    await holder.end();
    const { applied } = await running;
    expect(applied[0]).toMatchObject({ name: EXPAND, attempts: 2 });
  });

  it("creates an index without a transaction, and replaces one that was interrupted", async () => {
    await admin.query("create index imports_trial on imports (id)");
    await admin.query("update pg_index set indisvalid = false where indexrelid = 'imports_trial'::regclass");
    await add(
      EXPAND,
      "-- expand, outside a transaction\nCREATE INDEX CONCURRENTLY imports_trial ON imports (created_at);",
    );
    expect(namesOf(await run())).toEqual([EXPAND]);
    const { rows } = await admin.query(
      "select indisvalid as valid, pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'imports_trial'::regclass",
    );
    expect(rows).toEqual([{ valid: true, definition: expect.stringContaining("(created_at)") }]);
    expect((await state()).level).toBe(EXPAND);
    await admin.query("drop index imports_trial");
  });

  const addIndex = (definition: string) =>
    add(EXPAND, `-- expand, outside a transaction\nCREATE ${definition};`);

  it("builds an index once, though it waits for an older snapshot for longer than for a lock", async () => {
    await addIndex("INDEX CONCURRENTLY imports_trial ON imports (created_at)");
    const holder = await connectAs("a long report");
    await holder.query("begin isolation level repeatable read; select from agents");
    const running = run();
    const phase = async () =>
      (await admin.query("select phase from pg_stat_progress_create_index")).rows[0]?.phase;
    await expect.poll(phase, { timeout: 20_000 }).toContain("waiting for old snapshots");
    // Longer than lock_timeout.
    await pause(2_500);
    await holder.end();
    expect((await running).applied).toMatchObject([{ name: EXPAND, attempts: 1 }]);
    await admin.query("drop index imports_trial");
  });

  it("is applied by one of two starts that each wait for the other's snapshot or lock", async () => {
    await addIndex("INDEX CONCURRENTLY imports_trial ON imports (created_at)");
    const count = async (query: string) =>
      (
        await admin.query("select from pg_stat_activity where pid <> pg_backend_pid() and query like $1", [
          query,
        ])
      ).rowCount;
    // A writer delays the first start until the second one asks for the lock.
    const writer = await connectAs("a writer");
    await writer.query("begin; lock table imports in row exclusive mode");
    const first = run();
    await expect.poll(() => count("%CREATE INDEX%"), { timeout: 20_000 }).toBe(1);
    const second = run();
    await expect.poll(() => count("select %advisory_lock($1)%"), { timeout: 20_000 }).toBe(1);
    await writer.end();
    const results = await Promise.all([first, second]);
    expect(results.flatMap(({ applied }) => applied)).toMatchObject([{ name: EXPAND, attempts: 1 }]);
    await admin.query("drop index imports_trial");
  });

  it("leaves no invalid index after a failed build", async () => {
    await addIndex("UNIQUE INDEX CONCURRENTLY imports_trial ON workspaces ((1 / (length(id) - length(id))))");
    await expect(run()).rejects.toThrow(`The migration ${EXPAND} failed and changed nothing.`);
    expect((await admin.query("select to_regclass('imports_trial') as index")).rows).toEqual([
      { index: null },
    ]);
  });
});
