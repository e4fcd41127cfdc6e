import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { directUrl } from "@/lib/platform/db";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { migrate } from "./migrate";
import { THIS_RELEASE } from "./schema-level";

const COMMITTED = join(import.meta.dirname, "..", "..", "..", "prisma", "migrations");
let admin: pg.Client;
let folder: string;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp(COMMITTED, folder, { recursive: true });
});
afterAll(async () => {
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

const last = (n: number) => `2099010100000${n}_of_a_test`;
async function add(n: number, sql: string): Promise<string> {
  await mkdir(join(folder, last(n)));
  await writeFile(join(folder, last(n), "migration.sql"), sql);
  return last(n);
}
const drop = (n: number) => rm(join(folder, last(n)), { recursive: true });
const forced = async () =>
  (await admin.query("select relname from pg_class where relforcerowsecurity order by 1")).rows;

describe("a migration of a database with data", () => {
  it("changes the rows of every workspace, though the owner is subject to row-level security", async () => {
    const spaces = [await makeWorkspace(), await makeWorkspace()];
    for (const space of spaces) {
      const body = { name: "Desk", type: "messaging", prompt: "Be kind." };
      expect((await apiOf(space)("POST", "/v1/agents", { body })).status).toBe(201);
    }
    const owner = new pg.Client({ connectionString: directUrl() });
    await owner.connect();
    const { rows: ownRights } = await owner.query(
      "select rolsuper, rolbypassrls from pg_roles where rolname = current_user",
    );
    expect(ownRights).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    expect((await owner.query("update agents set name = 'Never'")).rowCount).toBe(0);
    await owner.end();

    const before = await forced();
    const name = await add(
      1,
      "ALTER TABLE agents ADD COLUMN note text;\nUPDATE agents SET note = name || '!';",
    );
    expect(await migrate(directUrl(), folder)).toEqual([name]);
    expect((await admin.query("select note, count(*)::int from agents group by 1")).rows).toEqual([
      { note: "Desk!", count: 2 },
    ]);
    expect(await forced()).toEqual(before);
    expect(before.length).toBeGreaterThan(40);
    expect(await migrate(directUrl(), folder)).toEqual([]);
  });

  it("that fails changes nothing and leaves row-level security in force", async () => {
    const before = await forced();
    const name = await add(2, "UPDATE agents SET note = 'x';\nSELECT 1 / 0;");
    await expect(migrate(directUrl(), folder)).rejects.toThrow(`The migration ${name} failed`);
    expect((await admin.query("select distinct note from agents")).rows).toEqual([{ note: "Desk!" }]);
    expect(await forced()).toEqual(before);
    await drop(2);
  });
});

describe("a database is refused", () => {
  it("if an applied migration was edited", async () => {
    await drop(1);
    await add(1, "SELECT 2;");
    await expect(migrate(directUrl(), folder)).rejects.toThrow("was edited after it was applied");
  });

  it("if it has migrations that this version does not have, and lacks some that it has", async () => {
    const name = THIS_RELEASE.level;
    await admin.query(
      `create temp table newest as select * from _prisma_migrations where migration_name = '${name}'`,
    );
    await admin.query("delete from _prisma_migrations where migration_name = $1", [name]);
    await expect(migrate(directUrl(), COMMITTED)).rejects.toThrow("Run the newer version.");
    await admin.query("insert into _prisma_migrations select * from newest");
  });

  it("if it is older than the baseline, with a sentence that says what to do", async () => {
    await admin.query("create temp table kept as select * from _prisma_migrations");
    await admin.query("delete from _prisma_migrations");
    await admin.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'x', '20261121000000_tables', now())`,
    );
    await expect(migrate(directUrl(), COMMITTED)).rejects.toThrow(
      /created by a version of Parley from before its first release, which cannot be upgraded\. Use an empty database/,
    );
    await admin.query("delete from _prisma_migrations");
    await admin.query("insert into _prisma_migrations select * from kept");
  });
});
