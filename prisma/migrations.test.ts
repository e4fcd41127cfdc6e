import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { releaseOf } from "@/lib/platform/db/migrate";
import { readMigrations } from "@/lib/platform/db/migrations";
import { THIS_RELEASE } from "@/lib/platform/db/schema-level";
import { describeProblems, lockTable } from "@/scripts/migration/check-migrations";
import { lintMigration } from "@/scripts/migration/lint";

const FOLDER = join(import.meta.dirname, "migrations");
const rulesOf = async (sql: string) => (await lintMigration(sql)).rules;

describe("committed migrations", () => {
  it("can be applied beside processes of the former release", async () => {
    expect(await describeProblems(await readMigrations(FOLDER))).toEqual([]);
  });

  it("are those that the code names, with the locks that the plan prints (npm run migration writes both)", async () => {
    const migrations = await readMigrations(FOLDER);
    expect(THIS_RELEASE).toEqual(releaseOf(migrations));
    expect(readFileSync(join(FOLDER, "locks.json"), "utf8")).toBe(await lockTable(migrations));
  });
});

describe("a migration is refused", () => {
  it.each([
    ["removes", "ALTER TABLE calls DROP COLUMN notes;"],
    ["removes", "ALTER TABLE calls RENAME COLUMN notes TO remarks;"],
    ["removes", "ALTER TABLE calls RENAME TO conversations;"],
    ["removes", "DROP TABLE texts;"],
    ["removes", "DROP FUNCTION job_counts();"],
    ["required-column", "ALTER TABLE agents ADD COLUMN owner text NOT NULL;"],
    ["required-column", "ALTER TABLE agents ALTER COLUMN name SET NOT NULL;"],
    ["rewrites-table", "ALTER TABLE calls ADD COLUMN key uuid DEFAULT gen_random_uuid();"],
    ["rewrites-table", "ALTER TABLE calls ALTER COLUMN words TYPE int[];"],
    ["scans-table", "ALTER TABLE calls ADD CONSTRAINT c CHECK (status <> '');"],
    [
      "scans-table",
      "ALTER TABLE texts ADD CONSTRAINT f FOREIGN KEY (workspace_id) REFERENCES workspaces (id);",
    ],
    ["blocks-writes", "CREATE INDEX i ON calls (status);"],
    ["blocks-writes", "ALTER TABLE calls ADD CONSTRAINT u UNIQUE (id);"],
    ["changes-rows", "UPDATE calls SET tags = '{}';"],
    ["changes-rows", "DELETE FROM call_turns WHERE true;"],
    ["rows-in-do", "DO $$ BEGIN UPDATE agents SET name = ''; END $$;"],
    ["index-in-transaction", "CREATE INDEX CONCURRENTLY i ON calls (status);"],
    [
      "rewrites-table",
      "ALTER TABLE calls ADD COLUMN k text NOT NULL DEFAULT (gen_random_uuid())::text || 'x';",
    ],
    ["rewrites-table", "ALTER TABLE calls ADD COLUMN n bigserial;"],
    ["blocks-writes", "ALTER TABLE calls ADD COLUMN k text UNIQUE;"],
    ["scans-table", "ALTER TABLE calls ADD COLUMN k int CHECK (k > 0);"],
    ["scans-table", "ALTER TABLE calls ADD COLUMN k text REFERENCES agents (id);"],
    ["removes", "REVOKE UPDATE ON calls FROM parley_app;"],
    ["removes", "DROP INDEX calls_status_idx;"],
    ["removes", "DO $$ BEGIN EXECUTE 'ALTER TABLE calls DROP COLUMN notes'; END $$;"],
    ["narrows", "ALTER TABLE calls ADD CONSTRAINT c CHECK (status <> '') NOT VALID;"],
    ["narrows", "CREATE POLICY p ON calls AS RESTRICTIVE USING (false);"],
    ["required-column", "ALTER TABLE agents ALTER COLUMN status DROP DEFAULT;"],
    ["blocks-writes", "REINDEX TABLE calls;"],
    ["changes-rows", "INSERT INTO texts (id) SELECT id FROM calls;"],
    ["definitions-in-do", "DO $$ BEGIN EXECUTE 'CREATE POLICY p ON calls USING (true)'; END $$;"],
    ["sets-timeout", "SET LOCAL lock_timeout = '1h';"],
  ])("for %s: %s", async (rule, sql) => {
    expect(await rulesOf(`-- expand\n${sql}`)).toContain(rule);
  });

  it("without its kind, and as a contract without what it needs", async () => {
    expect(await rulesOf("SELECT 1;")).toEqual(["no-kind"]);
    await expect(rulesOf("-- contract\nSELECT 1;")).rejects.toThrow("needs <migration>");
  });
});

describe("a migration is accepted", () => {
  it.each([
    ["-- expand", "ALTER TABLE calls ADD COLUMN note text, ADD COLUMN n int NOT NULL DEFAULT 0;"],
    [
      "-- expand",
      "ALTER TABLE calls DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (status <> '') NOT VALID, ADD COLUMN at date DEFAULT now()::date;",
    ],
    ["-- expand", "REVOKE ALL ON FUNCTION f() FROM PUBLIC;\nINSERT INTO texts (id) VALUES ('a');"],
    ["-- expand", "ALTER TABLE calls VALIDATE CONSTRAINT c;"],
    ["-- expand", "CREATE INDEX i ON agents (name);\nUPDATE agents SET name = '' WHERE name IS NULL;"],
    ["-- expand", "CREATE TABLE t (id text NOT NULL);\nCREATE INDEX i ON t (id);"],
    ["-- expand, outside a transaction", "CREATE INDEX CONCURRENTLY i ON calls (status);"],
    ["-- contract: needs 20260101000000_expand, backfill trial", "ALTER TABLE calls DROP COLUMN notes;"],
  ])("%s: %s", async (kind, sql) => {
    expect(await rulesOf(`${kind}\n${sql}`)).toEqual([]);
  });

  it("and its locks are listed", async () => {
    const sql = `-- expand
      CREATE TABLE t (id text);
      CREATE TRIGGER a AFTER INSERT ON calls FOR EACH ROW EXECUTE FUNCTION f();
      ALTER TABLE calls VALIDATE CONSTRAINT c;
      ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES agents (id);
      DROP POLICY tenant ON texts;
-- locks: contacts ACCESS EXCLUSIVE, agents SHARE
      DO $$ BEGIN EXECUTE 'CREATE POLICY p ON contacts USING (true)'; END $$;`;
    expect((await lintMigration(sql)).locks).toEqual({
      agents: "SHARE ROW EXCLUSIVE",
      calls: "SHARE ROW EXCLUSIVE",
      contacts: "ACCESS EXCLUSIVE",
      texts: "ACCESS EXCLUSIVE",
    });
  });
});
