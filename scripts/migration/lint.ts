import { parse } from "libpg-query";
import { readMigrationKind } from "@/lib/platform/db/migration-kind";
import { readDeclaredLocks } from "./declared-locks";
import { Findings } from "./findings";
import { lintDefinition } from "./lint-definition";
import { lintRows } from "./lint-rows";
import type { LockMode } from "./lock-modes";
import type { Rule } from "./rules";

/** The rules that a migration breaks, and its strongest lock on each table that existed before it. */
export type MigrationReport = { rules: Rule[]; locks: Record<string, LockMode> };

/** Reports the rules that a migration breaks and the locks that it takes. Throws for text that PostgreSQL's grammar rejects. */
export async function lintMigration(sql: string): Promise<MigrationReport> {
  const kind = readMigrationKind(sql);
  const findings = new Findings(kind.kind === "contract", readDeclaredLocks(sql));
  if (!/^-- (?:expand|contract)\b/.test(sql)) findings.rules.add("no-kind");
  const statements =
    (await parse(sql)).stmts?.flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt])) ?? [];
  for (const statement of statements) {
    lintDefinition(findings, statement);
    lintRows(findings, statement);
  }
  const indexes = statements.filter((node) => "IndexStmt" in node && node.IndexStmt.concurrent === true);
  const isConcurrent = kind.kind === "expand" && kind.isConcurrent;
  if (isConcurrent ? indexes.length !== 1 || statements.length !== 1 : indexes.length > 0)
    findings.rules.add("index-in-transaction");
  return {
    rules: [...findings.rules].sort(),
    locks: Object.fromEntries([...findings.locks].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
