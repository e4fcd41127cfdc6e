import pg from "pg";

type CapturedQuery = { text: string; values: readonly unknown[] };
type Batch = { statements?: readonly CapturedQuery[] };

/** The cost of one request's statements for PostgreSQL: pages that they touched, and milliseconds of execution. */
export type PlanCost = { blocks: number; ms: number };

/** Runs `work` and returns the product's statements in it. All go through one `Batch` (lib/platform/db/batch.ts). */
export async function captureQueries(work: () => Promise<unknown>): Promise<CapturedQuery[]> {
  const queries: CapturedQuery[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    queries.push(...((args[0] as Batch | undefined)?.statements ?? []));
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return queries.filter(({ text }) => /^\s*(select|with)/i.test(text) && !text.includes("set_config"));
}

const itemText = (item: unknown): string =>
  Buffer.isBuffer(item) ? `"\\\\x${item.toString("hex")}"` : `"${String(item)}"`;
/** A parameter as PostgreSQL reads it as text: lists as array literals. */
export const asText = (value: unknown): unknown =>
  Array.isArray(value) ? `{${value.map(itemText).join(",")}}` : value;

type Plan = { "Shared Hit Blocks": number; "Shared Read Blocks": number };
type Explained = { Plan: Plan; "Execution Time": number };

/** Executes the captured statements again as the product's role, and adds their costs. Statements that write are left out. */
export async function costOf(
  admin: pg.Client,
  workspaceId: string,
  queries: readonly CapturedQuery[],
): Promise<PlanCost> {
  const cost = { blocks: 0, ms: 0 };
  await admin.query("select set_config('app.workspace_id', $1, false)", [workspaceId]);
  await admin.query("set role parley_app");
  try {
    for (const { text, values } of queries) {
      if (/\b(insert into|update|delete from|for update)\b/i.test(text)) continue;
      const { rows } = await admin.query<{ "QUERY PLAN": Explained[] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values.map(asText),
      );
      const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
      if (explained === undefined) throw new Error("PostgreSQL returned no plan.");
      cost.blocks += explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"];
      cost.ms += explained["Execution Time"];
    }
  } finally {
    await admin.query("reset role");
  }
  return cost;
}
