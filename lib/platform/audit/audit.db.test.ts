import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closePool, db, directUrl, writeUnaudited } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { connectAsApplication } from "@/test/fixtures/application-client";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { anchorHeads, listAudit, verifyAudit, writeAudited } from ".";
import { AuditEntry, AuditQuery, AuditVerdict } from "./schema";

const headsFile = join(env.DATA_DIR, "audit", "heads.jsonl");
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
afterAll(() => owner.end());

/**
 * Simulates an attacker who owns the tables: disables row-level security and the triggers, then runs the
 * statements.
 */
async function tamper(...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  const tables = ["audit_events", "audit_heads"];
  for (const t of tables)
    await owner.query(`alter table ${t} disable trigger user, no force row level security`);
  for (const [text, ...values] of statements) await owner.query(text, values);
  for (const t of tables) await owner.query(`alter table ${t} enable trigger user, force row level security`);
}

let ws: TestWorkspace;
let initialEntries: number;
/**
 * A workspace whose chain ends with five known entries; `seqOf(n)` is the sequence number of the n-th of
 * them.
 */
beforeEach(async () => {
  ws = await makeWorkspace();
  initialEntries = (await verifyAudit(ws.ctx())).entries;
  for (let n = 1; n <= 5; n++) await appendEvent(ws, n);
});
const seqOf = (n: number) => initialEntries + n;
const appendEvent = (to: TestWorkspace, n: unknown) =>
  writeAudited(to.ctx(), {
    run: [],
    audit: { action: "agent.updated", target: `agt_${n}`, before: { n: null }, after: { n } },
  });
const verify = async () => AuditVerdict.parse(await verifyAudit(ws.ctx()));

test("an untouched chain is valid, with its length and head", async () => {
  const result = await verify();
  expect(result).toEqual({
    valid: true,
    entries: seqOf(5),
    head: expect.objectContaining({ seq: seqOf(5) }),
    first_invalid: null,
    faults: [],
    fault_count: 0,
    restores: [],
  });
});

test("odd values are hashed as PostgreSQL writes them", async () => {
  const odd = {
    "😀": '\u{1F600} \\ " / \u0001 \u2028 مرحبا',
    b: [1e21, 1.5e-7, 0.1, -0, 1.7976931348623157e308, 5e-324, true, null, {}, []],
    aa: { z: 1, aaa: { "": "" } },
    a: "x".repeat(10_000),
  };
  await appendEvent(ws, odd);
  expect((await verify()).valid).toBe(true);
});

describe("an edited entry is reported", () => {
  test.each([
    ["its action", "action = 'agent.deployed'"],
    ["its actor", "actor_id = 'key_other'"],
    ["its time", "at = at + interval '1 ms'"],
    ["its view of after", `after = '{"n": 4}'`],
    ["null in place of a view", "before = null"],
    ["its address", "address = null"],
    ["its hash", "hash = sha256('x')"],
    ["the hash it follows", "previous = sha256('x')"],
  ])("%s", async (_, change) => {
    await tamper([
      `update audit_events set ${change} where workspace_id = $1 and seq = $2`,
      ws.workspaceId,
      seqOf(3),
    ]);
    const result = await verify();
    expect(result).toMatchObject({
      valid: false,
      entries: seqOf(2),
      first_invalid: { seq: seqOf(3), problem: "edited" },
    });
    expect(result.first_invalid?.id).toMatch(/^aud_/);
  });

  test("also together with its hash", async () => {
    // The rewritten entry is valid in isolation; the next entry reveals the change.
    await tamper(
      [
        "create or replace function rehash(r audit_events) returns bytea language sql as $$ select sha256(r.previous || convert_to(audit_field(r.workspace_id) || audit_field(r.seq::text) || audit_field(r.id) || audit_field(to_char(r.at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')) || audit_field(r.actor_type) || audit_field(r.actor_id) || audit_field(r.action) || audit_field(r.target) || audit_field(r.before::text) || audit_field(r.after::text) || audit_field(r.address) || audit_field(r.request_id), 'UTF8')) $$",
      ],
      [
        "update audit_events set action = 'key.created' where workspace_id = $1 and seq = $2",
        ws.workspaceId,
        seqOf(3),
      ],
      [
        "update audit_events r set hash = rehash(r) where workspace_id = $1 and seq = $2",
        ws.workspaceId,
        seqOf(3),
      ],
    );
    expect(await verify()).toMatchObject({
      valid: false,
      entries: seqOf(2),
      faults: [{ seq: seqOf(3), problem: "edited", count: 1 }],
      fault_count: 1,
    });
  });
});

test("each fault of a log is reported, not only the first", async () => {
  const update = "update audit_events set action = 'key.created' where workspace_id = $1 and seq = $2";
  await tamper(
    [update, ws.workspaceId, seqOf(1)],
    [
      "delete from audit_events where workspace_id = $1 and seq in ($2, $3)",
      ws.workspaceId,
      seqOf(2),
      seqOf(3),
    ],
    [update, ws.workspaceId, seqOf(5)],
  );
  expect(await verify()).toMatchObject({
    valid: false,
    entries: initialEntries,
    faults: [
      { seq: seqOf(1), problem: "edited", count: 1 },
      { seq: seqOf(2), id: null, problem: "removed", count: 2 },
      { seq: seqOf(5), problem: "edited", count: 1 },
    ],
    fault_count: 3,
  });
});

test("an entry removed from the middle is reported by its sequence number", async () => {
  await tamper(["delete from audit_events where workspace_id = $1 and seq = $2", ws.workspaceId, seqOf(2)]);
  expect(await verify()).toMatchObject({
    valid: false,
    entries: seqOf(1),
    first_invalid: { seq: seqOf(2), id: null, problem: "removed" },
  });
});

test("two swapped entries are reported at the first of them", async () => {
  const to = "update audit_events set seq = $3 where workspace_id = $1 and seq = $2";
  await tamper(
    [to, ws.workspaceId, seqOf(3), 999],
    [to, ws.workspaceId, seqOf(4), seqOf(3)],
    [to, ws.workspaceId, 999, seqOf(4)],
  );
  expect(await verify()).toMatchObject({
    valid: false,
    faults: [
      { seq: seqOf(3), problem: "reordered" },
      { seq: seqOf(4), problem: "reordered" },
    ],
    fault_count: 2,
  });
});

describe("a cut tail is reported", () => {
  const deleteTail = (): [string, ...unknown[]] => [
    "delete from audit_events where workspace_id = $1 and seq > $2",
    ws.workspaceId,
    seqOf(3),
  ];
  const moveHeadToTail = (): [string, ...unknown[]] => [
    "update audit_heads h set seq = e.seq, hash = e.hash from audit_events e where h.workspace_id = $1 and e.workspace_id = $1 and e.seq = $2",
    ws.workspaceId,
    seqOf(3),
  ];

  test("by the head in the database", async () => {
    await tamper(deleteTail());
    expect(await verify()).toMatchObject({
      valid: false,
      entries: seqOf(3),
      first_invalid: { seq: seqOf(4), id: null, problem: "removed" },
    });
  });

  test("by the signed head, if the head in the database was changed too", async () => {
    await anchorHeads();
    await tamper(deleteTail(), moveHeadToTail());
    expect(await verify()).toMatchObject({
      valid: false,
      first_invalid: { seq: seqOf(4), id: null, problem: "removed" },
    });
  });

  test("by the signed head, if new entries follow the cut", async () => {
    await anchorHeads();
    await tamper(deleteTail(), moveHeadToTail());
    await appendEvent(ws, "new");
    await appendEvent(ws, "newer");
    expect(await verify()).toMatchObject({
      valid: false,
      first_invalid: { seq: seqOf(5), problem: "rewritten" },
    });
  });

  test("by the signed head, if no entry is left", async () => {
    await anchorHeads();
    await tamper(
      ["delete from audit_events where workspace_id = $1", ws.workspaceId],
      ["delete from audit_heads where workspace_id = $1", ws.workspaceId],
    );
    expect(await verify()).toMatchObject({
      valid: false,
      entries: 0,
      head: null,
      faults: [{ seq: 1, id: null, problem: "removed", count: seqOf(5) }],
    });
  });
});

test("a head in the database that does not match the last entry is reported", async () => {
  await tamper(["update audit_heads set hash = sha256('x') where workspace_id = $1", ws.workspaceId]);
  expect(await verify()).toMatchObject({ valid: false, first_invalid: { seq: seqOf(5), problem: "head" } });
});

describe("signed heads", () => {
  test("are written once for each state of a chain, readable by their owner only, with the public key", async () => {
    await anchorHeads();
    const content = readFileSync(headsFile, "utf8");
    expect(await anchorHeads()).toBe(0);
    expect(readFileSync(headsFile, "utf8")).toBe(content);
    await appendEvent(ws, "more");
    expect(await anchorHeads()).toBe(1);
    expect((await verify()).valid).toBe(true);
    expect(statSync(headsFile).mode & 0o777).toBe(0o600);
    const secrets = join(env.DATA_DIR, "secrets");
    expect(statSync(join(secrets, "audit-signing.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(secrets, "audit-signing.pub"), "utf8")).toContain("BEGIN PUBLIC KEY");
  });

  test("are reported if forged", async () => {
    await anchorHeads();
    const text = readFileSync(headsFile, "utf8");
    writeFileSync(headsFile, text.replaceAll(/"hash":"...../g, '"hash":"00000'));
    expect(await verify()).toMatchObject({
      valid: false,
      first_invalid: { seq: seqOf(5), problem: "signature" },
    });
    writeFileSync(headsFile, text);
  });

  test("survive a line that a crash truncated", async () => {
    await anchorHeads();
    truncateSync(headsFile, statSync(headsFile).size - 20);
    await appendEvent(ws, "after the crash");
    expect(await anchorHeads()).toBeGreaterThan(0);
    expect((await verify()).valid).toBe(true);
    await tamper(["delete from audit_events where workspace_id = $1 and seq > $2", ws.workspaceId, seqOf(5)]);
    expect(await verify()).toMatchObject({
      valid: false,
      first_invalid: { seq: seqOf(6), problem: "removed" },
    });
    appendFileSync(headsFile, "no JSON\n");
    expect((await verify()).valid).toBe(false);
  });
});

test("the application's role cannot insert, update or delete entries or the head", async () => {
  const values =
    "(workspace_id, seq, id, at, actor_type, actor_id, action, target, request_id, previous, hash)";
  for (const text of [
    `insert into audit_events ${values} select workspace_id, seq + 100, id || 'x', at, actor_type, actor_id, action, target, request_id, previous, hash from audit_events`,
    "update audit_events set action = 'x.y'",
    "delete from audit_events",
    "truncate audit_events",
    "update audit_heads set seq = 0",
    "delete from audit_heads",
  ]) {
    const client = await connectAsApplication();
    try {
      await client.query("select set_config('app.workspace_id', $1, false)", [ws.workspaceId]);
      await expect(client.query(text), text).rejects.toMatchObject({ code: "42501" });
    } finally {
      await client.end();
    }
  }
  expect((await verify()).valid).toBe(true);
});

test("the triggers reject changes by the tables' owner too", async () => {
  await owner.query("select set_config('app.workspace_id', $1, false)", [ws.workspaceId]);
  for (const text of [
    "update audit_events set action = 'x.y'",
    "delete from audit_events",
    "truncate audit_events",
  ])
    await expect(owner.query(text), text).rejects.toMatchObject({ code: "23001" });
  await owner.query("select set_config('app.workspace_id', '', false)");
});

test("concurrent entries form one chain", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => appendEvent(ws, `at once ${n}`)));
  expect(await verify()).toMatchObject({ valid: true, entries: seqOf(25) });
});

test("a chain that grows during its verification is valid", async () => {
  const growing = Promise.all(Array.from({ length: 40 }, (_, n) => appendEvent(ws, n)));
  for (let n = 0; n < 10; n++) expect(await verify()).toMatchObject({ valid: true, first_invalid: null });
  await growing;
  expect(await verify()).toMatchObject({ valid: true, entries: seqOf(45) });
});

test("a failed change leaves no entry, and no entry can be written into another workspace's chain", async () => {
  const otherWorkspace = await makeWorkspace();
  const failing = writeAudited(ws.ctx(), async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const foreign = db.selectNoFrom((eb) =>
    eb.fn<number>("append_audit_event", [eb.val(otherWorkspace.workspaceId)]).as("seq"),
  );
  await expect(writeUnaudited(ws.ctx(), { run: [foreign] })).rejects.toThrow();
  expect((await verify()).entries).toBe(seqOf(5));
});

test("lists the log of one workspace newest first, in pages, with filters", async () => {
  const list = (query: Record<string, unknown> = {}) => listAudit(ws.ctx(), AuditQuery.parse(query));
  const all = await list({ include_total: "true" });
  expect(all.total).toBe(seqOf(5));
  expect(all.data.map((e) => e.seq)).toEqual(Array.from({ length: seqOf(5) }, (_, i) => seqOf(5) - i));
  for (const entry of all.data) AuditEntry.parse(entry);
  expect(all.data[0]).toMatchObject({
    actor: { type: "member", id: ws.ownerId },
    action: "agent.updated",
    target: "agt_5",
    before: { n: null },
    after: { n: 5 },
    address: "203.0.113.7",
  });
  const first = await list({ limit: "2", action: "agent.updated" });
  const second = await list({ limit: "3", action: "agent.updated", cursor: first.next_cursor });
  expect([...first.data, ...second.data].map((e) => e.target)).toEqual([
    "agt_5",
    "agt_4",
    "agt_3",
    "agt_2",
    "agt_1",
  ]);
  expect(second.next_cursor).toBeNull();
  expect((await list({ target: "agt_2" })).data).toHaveLength(1);
  expect((await list({ actor_id: "key_none" })).data).toHaveLength(0);
  expect((await list({ created_before: all.data.at(-1)?.at })).data).toHaveLength(0);
  expect((await list({ created_after: all.data.at(-1)?.at })).data).toHaveLength(seqOf(5));
  const otherWorkspace = await makeWorkspace();
  expect((await listAudit(otherWorkspace.ctx(), AuditQuery.parse({ target: "agt_2" }))).data).toHaveLength(0);
});

test("an unreachable database causes a 503 and no verdict", async () => {
  await closePool();
  const savedUrl = env.DATABASE_URL;
  try {
    env.DATABASE_URL = "postgresql://nobody:x@127.0.0.1:1/none";
    await expect(verifyAudit(ws.ctx())).rejects.toMatchObject({ code: "unavailable" });
  } finally {
    env.DATABASE_URL = savedUrl;
    await closePool();
  }
});
