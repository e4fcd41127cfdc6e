import { writeFileSync } from "node:fs";
import pg from "pg";
import type { Ctx } from "@/lib/platform/context";

type RecordedQuery = { text: string; values: readonly unknown[] };
type Batch = { list?: readonly RecordedQuery[] };

/** Writes PostgreSQL's plans, with times and pages, of everything that `work` asks about roll-ups. */
export async function explainInto(
  file: string,
  admin: pg.Client,
  { workspaceId }: Pick<Ctx, "workspaceId">,
  work: () => Promise<unknown>,
): Promise<void> {
  const queries: RecordedQuery[] = [];
  const query = pg.Client.prototype.query;
  // Every statement of the product goes through one `Batch` (lib/platform/db/batch.ts).
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    queries.push(...((args[0] as Batch).list ?? []));
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  const plans: string[] = [];
  await admin.query("select set_config('app.workspace_id', $1, false)", [workspaceId]);
  await admin.query("set role parley_app");
  for (const { text, values } of queries.filter((candidate) =>
    candidate.text.includes("analytics_rollups"),
  )) {
    const lists = values.map((value) =>
      Array.isArray(value) ? `{${value.map((item) => `"${item}"`).join(",")}}` : value,
    );
    const { rows } = await admin.query<Record<string, string>>(`explain (analyze, buffers) ${text}`, lists);
    plans.push(text, ...rows.map((row) => String(row["QUERY PLAN"])), "");
  }
  await admin.query("reset role");
  writeFileSync(file, plans.join("\n"));
}
