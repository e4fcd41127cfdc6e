import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { waitUntil } from "@/test/fixtures/wait-until";
import { ask } from "../cluster/client";
import type { Row } from "../fixtures/report-table";
import { type Running, runEntry } from "./processes";

const EXPAND = "20990101000001_next_expand";
const CONTRACT = "20990101000002_next_contract";

type Parts = {
  current: string;
  env: Record<string, string>;
  admin: pg.Client;
  server: Running;
  ownerKey: string;
};

function addMigration(folder: string, name: string, sql: string): void {
  mkdirSync(join(folder, "prisma", "migrations", name));
  writeFileSync(join(folder, "prisma", "migrations", name, "migration.sql"), `${sql}\n`);
}

/**
 * Applies migrations of a next release: its expand beside a process of this one, its contract only after that has ended. A process
 * that finds the contract applied stops, and does not start again.
 */
export async function checkMisfits({ current, env, admin, server, ownerKey }: Parts): Promise<Row[]> {
  const read = () => ask(server.origin, "GET", "/v1/agents", { key: ownerKey });
  addMigration(current, EXPAND, "-- expand\nALTER TABLE imports ADD COLUMN next_note text;");
  addMigration(
    current,
    CONTRACT,
    `-- contract: needs ${EXPAND}\nALTER TABLE imports DROP COLUMN revision_note;`,
  );
  const expand = await runEntry(current, "migrate", env);
  const duringExpand = await read();
  const refused = await runEntry(current, "migrate", env, ["--contract"]);
  // The contract's effect on a process that was not counted, as it started while it was applied.
  await admin.query("update schema_state set level = $1, oldest_release = $2", [CONTRACT, EXPAND]);
  let status = 0;
  await waitUntil("no request is served", async () => {
    ({ status } = await read());
    return status !== 200;
  });
  await waitUntil("the process has ended", async () => server.hasExited());
  const restarted = await runEntry(current, "server", env);
  const sentence = /The database needs a release[^"]*/;
  return [
    {
      check: "the next release's expand beside this one",
      measured: `${expand.code === 0 ? "applied, its contract left" : expand.output}, a request ${duringExpand.status}`,
      expected: "applied, 200",
      ok:
        expand.code === 0 &&
        expand.output.includes(`Not applied: ${CONTRACT}`) &&
        duringExpand.status === 200,
    },
    {
      check: "the next release's contract beside this one",
      measured: `exit ${refused.code}: ${/\d+ connections are of[^\n]*/.exec(refused.output)?.[0] ?? refused.output}`,
      expected: "refused",
      ok: refused.code === 1 && refused.output.includes("Stop these processes first"),
    },
    {
      check: "this release after the contract",
      measured: `a request ${status}, the process ended, a start exit ${restarted.code}: ${sentence.exec(restarted.output)?.[0] ?? restarted.output}`,
      expected: "no request served, with what to do",
      ok:
        (status === 503 || status === 0) &&
        sentence.test(server.log()) &&
        restarted.code === 1 &&
        sentence.test(restarted.output),
    },
  ];
}
