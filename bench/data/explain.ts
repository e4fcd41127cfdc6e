import { writeFileSync } from "node:fs";
import type pg from "pg";
import type { Ctx } from "@/lib/platform/context";
import { asText, captureQueries } from "../size/captured-plans";

/** Writes PostgreSQL's plans, with times and pages, of everything that `work` asks about roll-ups. */
export async function explainInto(
  file: string,
  admin: pg.Client,
  { workspaceId }: Pick<Ctx, "workspaceId">,
  work: () => Promise<unknown>,
): Promise<void> {
  const queries = await captureQueries(work);
  const plans: string[] = [];
  await admin.query("select set_config('app.workspace_id', $1, false)", [workspaceId]);
  await admin.query("set role parley_app");
  for (const { text, values } of queries.filter((candidate) =>
    candidate.text.includes("analytics_rollups"),
  )) {
    const { rows } = await admin.query<Record<string, string>>(
      `explain (analyze, buffers) ${text}`,
      values.map(asText),
    );
    plans.push(text, ...rows.map((row) => String(row["QUERY PLAN"])), "");
  }
  await admin.query("reset role");
  writeFileSync(file, plans.join("\n"));
}
