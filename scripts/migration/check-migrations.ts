import type { Migration } from "@/lib/platform/db/migrations";
import { EXCEPTIONS } from "./exceptions";
import { lintMigration } from "./lint";
import { RULES } from "./rules";

/** Problems of the migrations after the baseline, one line each: broken rules, and exceptions that are not needed. */
export async function describeProblems(migrations: readonly Migration[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, sql } of migrations.slice(1)) {
    const { rules } = await lintMigration(sql);
    const exceptions: Partial<Record<string, string>> = EXCEPTIONS[name] ?? {};
    for (const rule of rules)
      if (exceptions[rule] === undefined) problems.push(`${name}: ${rule}: ${RULES[rule]}`);
    for (const rule of Object.keys(exceptions))
      if (!rules.some((broken) => broken === rule))
        problems.push(`${name}: the exception for ${rule} is unused.`);
  }
  return problems;
}

/** The strongest lock of each migration on each existing table, as JSON: prisma/migrations/locks.json. */
export async function lockTable(migrations: readonly Migration[]): Promise<string> {
  const entries = await Promise.all(
    migrations.slice(1).map(async ({ name, sql }) => [name, (await lintMigration(sql)).locks] as const),
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
