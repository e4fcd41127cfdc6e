import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { databaseUrl } from "@/lib/platform/db";
import { readCatalog, renderCatalog } from "@/scripts/migration/catalog";
import { readUnits, splitUnits } from "@/scripts/migration/units";
import { adminOfThisDatabase } from "@/test/fixtures/admin";

const root = join(import.meta.dirname, "..");
const prisma = join(root, "node_modules", "prisma", "build", "index.js");

describe("the database that the migrations create", () => {
  it("has the tables of schema.prisma", async () => {
    const args = [
      "migrate",
      "diff",
      "--from-config-datasource",
      "--to-schema",
      "prisma/schema.prisma",
      "--exit-code",
    ];
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl(),
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    };
    const { stdout } = await promisify(execFile)(process.execPath, [prisma, ...args], { cwd: root, env });
    expect(stdout).toContain("No difference detected");
  }, 60_000);

  it("is the one that prisma/catalog.txt lists: run `npm run migration` after a change", async () => {
    const admin = await adminOfThisDatabase();
    const listed = renderCatalog(await readCatalog(admin));
    await admin.end();
    expect(listed).toBe(await readFile(join(root, "prisma", "catalog.txt"), "utf8"));
  });

  it("is the one that prisma/sql defines: applying it again changes nothing", async () => {
    const admin = await adminOfThisDatabase();
    const committed = renderCatalog(await readCatalog(admin));
    const { rows } = await admin.query<{ owner: string }>(
      "select relowner::regrole::text as owner from pg_class where oid = 'agents'::regclass",
    );
    await admin.query(`begin; set local role ${rows[0]?.owner}`);
    for (const unit of readUnits(join(root, "prisma", "sql"))) await admin.query(unit.sql);
    const applied = renderCatalog(await readCatalog(admin));
    await admin.query("rollback");
    await admin.end();
    expect(applied).toBe(committed);
  });
});

describe("a file of prisma/sql", () => {
  it("is split at blank lines, except within a function's body", () => {
    const text =
      "-- A comment.\n\n-- Adds.\nCREATE FUNCTION f() AS $$\n\nx\n$$;\nGRANT 1;\n\nCREATE INDEX;\n";
    expect(splitUnits(text)).toEqual([
      "-- Adds.\nCREATE FUNCTION f() AS $$\n\nx\n$$;\nGRANT 1;",
      "CREATE INDEX;",
    ]);
  });
});
