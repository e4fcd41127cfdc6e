import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorCtx } from "@/lib/platform/context/make";
import { directUrl } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { anchorHeads, listAudit, recordRestore, verifyAudit, writeAudited } from ".";
import { AuditQuery } from "./schema";

const headsFile = join(env.DATA_DIR, "audit", "heads.jsonl");
/** All heads of these tests are newer than the backup. */
const MADE_AT = "2026-11-20T03:00:00.000Z";
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
afterAll(() => owner.end());

const verify = (ws: TestWorkspace) => verifyAudit(ws.ctx());
async function append(ws: TestWorkspace, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await writeAudited(ws.ctx(), {
      run: [],
      audit: { action: "agent.updated", target: "agt_1", after: { n } },
    });
}

/** Returns the log to the state that a backup had after entry `seq`. */
async function restoreTo(ws: TestWorkspace, seq: number): Promise<void> {
  const tables = ["audit_events", "audit_heads"];
  for (const table of tables)
    await owner.query(`alter table ${table} disable trigger user, no force row level security`);
  await owner.query("delete from audit_events where workspace_id = $1 and seq > $2", [ws.workspaceId, seq]);
  await owner.query(
    "update audit_heads h set seq = e.seq, hash = e.hash from audit_events e where h.workspace_id = $1 and e.workspace_id = $1 and e.seq = $2",
    [ws.workspaceId, seq],
  );
  for (const table of tables)
    await owner.query(`alter table ${table} enable trigger user, force row level security`);
}
const record = (ws: TestWorkspace, madeAt: string | null = MADE_AT) =>
  recordRestore(operatorCtx(ws.workspaceId, "restore"), madeAt);

/** A log with two signed heads that was restored to an entry between them: `signed` and `last` are their positions. */
async function makeRestored() {
  const ws = await makeWorkspace();
  await append(ws, 2);
  await anchorHeads();
  const signed = (await verify(ws)).entries;
  await append(ws, 4);
  await anchorHeads();
  const last = (await verify(ws)).entries;
  await restoreTo(ws, signed + 1);
  return { ws, signed, last };
}

test("a recorded restore keeps the log valid, and stays in each verification", async () => {
  const { ws, signed, last } = await makeRestored();
  expect((await verify(ws)).valid).toBe(false);
  expect(await record(ws)).toEqual({ keptSeq: signed, replacedSeq: last });
  await append(ws, 10);
  await anchorHeads();
  expect(await verify(ws)).toMatchObject({
    valid: true,
    restores: [{ backup_made_at: MADE_AT, kept_seq: signed, replaced_seq: last }],
  });
  const { data } = await listAudit(ws.ctx(), AuditQuery.parse({ action: "backup.restored" }));
  expect(data).toMatchObject([
    { actor: { type: "operator" }, after: { kept_seq: signed, replaced_seq: last } },
  ]);
});

test("a restore can be recorded after new entries, and a second one after the first", async () => {
  const { ws, signed, last } = await makeRestored();
  await append(ws, 6);
  await anchorHeads();
  expect(await verify(ws)).toMatchObject({ valid: false, faults: [{ problem: "rewritten" }] });
  await record(ws, null);
  const { entries } = await verify(ws);
  await append(ws, 1);
  await anchorHeads();
  await restoreTo(ws, signed);
  await record(ws);
  expect(await verify(ws)).toMatchObject({
    valid: true,
    restores: [
      { backup_made_at: null, kept_seq: signed, replaced_seq: entries - 1 },
      { backup_made_at: MADE_AT, kept_seq: signed, replaced_seq: entries + 1 },
    ],
  });
  expect(entries).toBeGreaterThan(last);
});

test("entries that are changed after a recorded restore are faults", async () => {
  const { ws, signed } = await makeRestored();
  await record(ws);
  const { entries } = await verify(ws);
  await restoreTo(ws, signed);
  expect(await verify(ws)).toMatchObject({
    valid: false,
    faults: [{ seq: signed + 1, problem: "removed", count: entries - signed }],
  });
});

test("a change from before the backup stays a fault", async () => {
  const { ws, signed } = await makeRestored();
  await owner.query("alter table audit_events disable trigger user, no force row level security");
  await owner.query("update audit_events set hash = sha256('x') where workspace_id = $1 and seq = $2", [
    ws.workspaceId,
    signed,
  ]);
  await owner.query("alter table audit_events enable trigger user, force row level security");
  await recordRestore(operatorCtx(ws.workspaceId, "restore"), new Date(Date.now() + 3_600_000).toISOString());
  expect(await verify(ws)).toMatchObject({ valid: false, restores: [{ kept_seq: expect.any(Number) }] });
});

test("a restore that the key did not sign replaces nothing", async () => {
  const { ws, signed, last } = await makeRestored();
  await record(ws);
  const text = readFileSync(headsFile, "utf8");
  try {
    writeFileSync(headsFile, text.replaceAll(`"kept_seq":${signed}`, '"kept_seq":0'));
    const verdict = await verify(ws);
    expect(verdict.faults.map(({ problem }) => problem)).toContain("signature");
    expect(verdict.faults).toContainEqual({
      seq: signed + 3,
      id: null,
      problem: "removed",
      count: last - signed - 2,
    });
    expect(verdict.restores).toEqual([]);
  } finally {
    writeFileSync(headsFile, text);
  }
});
