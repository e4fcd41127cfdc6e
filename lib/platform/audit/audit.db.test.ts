import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closePool, databaseUrl, db, record } from "@/lib/platform/db";
import { pool } from "@/lib/platform/db/pool";
import { env } from "@/lib/platform/env";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { anchorHeads, listAudit, mutate, verifyAudit } from ".";
import { AuditEntry, AuditQuery, AuditVerdict } from "./schema";

const heads = join(env.DATA_DIR, "audit", "heads.jsonl");
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
});
afterAll(() => owner.end());

/** Does what somebody with the tables' ownership could: shuts row-level security and the triggers off first. */
async function tamper(...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  const tables = ["audit_events", "audit_heads"];
  for (const t of tables)
    await owner.query(`alter table ${t} disable trigger user, no force row level security`);
  for (const [text, ...values] of statements) await owner.query(text, values);
  for (const t of tables) await owner.query(`alter table ${t} enable trigger user, force row level security`);
}

let ws: TestWorkspace;
let before: number;
/** A workspace whose chain ends with five entries of a known kind; `place(n)` is the n-th of them. */
beforeEach(async () => {
  ws = await makeWorkspace();
  before = (await verifyAudit(ws.ctx())).entries;
  for (let n = 1; n <= 5; n++) await append(ws, n);
});
const place = (n: number) => before + n;
const append = (to: TestWorkspace, n: unknown) =>
  mutate(to.ctx(), {
    run: [],
    audit: { action: "agent.updated", target: `agt_${n}`, before: { n: null }, after: { n } },
  });
const verdict = async () => AuditVerdict.parse(await verifyAudit(ws.ctx()));

test("an untouched chain is valid, with its length and its head", async () => {
  const found = await verdict();
  expect(found).toEqual({
    valid: true,
    entries: place(5),
    head: expect.objectContaining({ seq: place(5) }),
    first_invalid: null,
  });
});

test("odd values are hashed as PostgreSQL writes them", async () => {
  const odd = {
    "😀": '\u{1F600} \\ " / \u0001 \u2028 مرحبا',
    b: [1e21, 1.5e-7, 0.1, -0, 1.7976931348623157e308, 5e-324, true, null, {}, []],
    aa: { z: 1, aaa: { "": "" } },
    a: "x".repeat(10_000),
  };
  await append(ws, odd);
  expect((await verdict()).valid).toBe(true);
});

describe("an entry that somebody changed is named", () => {
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
      place(3),
    ]);
    const found = await verdict();
    expect(found).toMatchObject({
      valid: false,
      entries: place(2),
      first_invalid: { seq: place(3), problem: "edited" },
    });
    expect(found.first_invalid?.id).toMatch(/^aud_/);
  });

  test("together with its hash", async () => {
    // A rewritten entry that is whole in itself: the one behind it tells.
    await tamper(
      [
        "create or replace function rehash(r audit_events) returns bytea language sql as $$ select sha256(r.previous || convert_to(audit_field(r.workspace_id) || audit_field(r.seq::text) || audit_field(r.id) || audit_field(to_char(r.at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')) || audit_field(r.actor_type) || audit_field(r.actor_id) || audit_field(r.action) || audit_field(r.target) || audit_field(r.before::text) || audit_field(r.after::text) || audit_field(r.address) || audit_field(r.request_id), 'UTF8')) $$",
      ],
      [
        "update audit_events set action = 'key.created' where workspace_id = $1 and seq = $2",
        ws.workspaceId,
        place(3),
      ],
      [
        "update audit_events r set hash = rehash(r) where workspace_id = $1 and seq = $2",
        ws.workspaceId,
        place(3),
      ],
    );
    expect(await verdict()).toMatchObject({
      valid: false,
      first_invalid: { seq: place(3), problem: "edited" },
    });
  });
});

test("an entry that was removed from the middle is named by its place", async () => {
  await tamper(["delete from audit_events where workspace_id = $1 and seq = $2", ws.workspaceId, place(2)]);
  expect(await verdict()).toMatchObject({
    valid: false,
    entries: place(1),
    first_invalid: { seq: place(2), id: null, problem: "removed" },
  });
});

test("two entries that changed places are named at the first of them", async () => {
  const to = "update audit_events set seq = $3 where workspace_id = $1 and seq = $2";
  await tamper(
    [to, ws.workspaceId, place(3), 999],
    [to, ws.workspaceId, place(4), place(3)],
    [to, ws.workspaceId, 999, place(4)],
  );
  expect(await verdict()).toMatchObject({
    valid: false,
    first_invalid: { seq: place(3), problem: "reordered" },
  });
});

describe("a tail that was cut is named", () => {
  const cut = (): [string, ...unknown[]] => [
    "delete from audit_events where workspace_id = $1 and seq > $2",
    ws.workspaceId,
    place(3),
  ];
  const headToTail = (): [string, ...unknown[]] => [
    "update audit_heads h set seq = e.seq, hash = e.hash from audit_events e where h.workspace_id = $1 and e.workspace_id = $1 and e.seq = $2",
    ws.workspaceId,
    place(3),
  ];

  test("by the database's own note of the head", async () => {
    await tamper(cut());
    expect(await verdict()).toMatchObject({
      valid: false,
      entries: place(3),
      first_invalid: { seq: place(4), id: null, problem: "removed" },
    });
  });

  test("by the signed head outside, when the note was changed too", async () => {
    await anchorHeads();
    await tamper(cut(), headToTail());
    expect(await verdict()).toMatchObject({
      valid: false,
      first_invalid: { seq: place(4), id: null, problem: "removed" },
    });
  });

  test("by the signed head, when new entries have grown over the cut", async () => {
    await anchorHeads();
    await tamper(cut(), headToTail());
    await append(ws, "new");
    await append(ws, "newer");
    expect(await verdict()).toMatchObject({
      valid: false,
      first_invalid: { seq: place(5), problem: "rewritten" },
    });
  });

  test("by the signed head, when nothing at all is left", async () => {
    await anchorHeads();
    await tamper(
      ["delete from audit_events where workspace_id = $1", ws.workspaceId],
      ["delete from audit_heads where workspace_id = $1", ws.workspaceId],
    );
    expect(await verdict()).toEqual({
      valid: false,
      entries: 0,
      head: null,
      first_invalid: { seq: 1, id: null, problem: "removed" },
    });
  });
});

test("a note of the head that does not fit the last entry is told", async () => {
  await tamper(["update audit_heads set hash = sha256('x') where workspace_id = $1", ws.workspaceId]);
  expect(await verdict()).toMatchObject({ valid: false, first_invalid: { seq: place(5), problem: "head" } });
});

describe("signed heads", () => {
  test("are written once for each state of a chain, by nobody else readable, with the public key beside the private", async () => {
    await anchorHeads();
    const written = readFileSync(heads, "utf8");
    expect(await anchorHeads()).toBe(0);
    expect(readFileSync(heads, "utf8")).toBe(written);
    await append(ws, "more");
    expect(await anchorHeads()).toBe(1);
    expect((await verdict()).valid).toBe(true);
    expect(statSync(heads).mode & 0o777).toBe(0o600);
    const secrets = join(env.DATA_DIR, "secrets");
    expect(statSync(join(secrets, "audit-signing.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(secrets, "audit-signing.pub"), "utf8")).toContain("BEGIN PUBLIC KEY");
  });

  test("that somebody forged are told", async () => {
    await anchorHeads();
    const text = readFileSync(heads, "utf8");
    writeFileSync(heads, text.replaceAll(/"hash":"...../g, '"hash":"00000'));
    expect(await verdict()).toMatchObject({
      valid: false,
      first_invalid: { seq: place(5), problem: "signature" },
    });
    writeFileSync(heads, text);
  });

  test("outlive a line that a crash has cut", async () => {
    await anchorHeads();
    truncateSync(heads, statSync(heads).size - 20);
    await append(ws, "after the crash");
    expect(await anchorHeads()).toBeGreaterThan(0);
    expect((await verdict()).valid).toBe(true);
    await tamper(["delete from audit_events where workspace_id = $1 and seq > $2", ws.workspaceId, place(5)]);
    expect(await verdict()).toMatchObject({
      valid: false,
      first_invalid: { seq: place(6), problem: "removed" },
    });
    appendFileSync(heads, "no JSON\n");
    expect((await verdict()).valid).toBe(false);
  });
});

test("the application's role can neither write nor change nor remove an entry or the head", async () => {
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
    const client = await pool().connect();
    try {
      await client.query("select set_config('app.workspace_id', $1, false)", [ws.workspaceId]);
      await expect(client.query(text), text).rejects.toMatchObject({ code: "42501" });
    } finally {
      client.release(true);
    }
  }
  expect((await verdict()).valid).toBe(true);
});

test("whoever owns the tables is refused too, as long as the triggers stand", async () => {
  await owner.query("select set_config('app.workspace_id', $1, false)", [ws.workspaceId]);
  for (const text of [
    "update audit_events set action = 'x.y'",
    "delete from audit_events",
    "truncate audit_events",
  ])
    await expect(owner.query(text), text).rejects.toMatchObject({ code: "23001" });
  await owner.query("select set_config('app.workspace_id', '', false)");
});

test("entries that are appended at the same time stand one behind the other", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => append(ws, `at once ${n}`)));
  expect(await verdict()).toMatchObject({ valid: true, entries: place(25) });
});

test("a chain that grows while it is verified is valid", async () => {
  const growing = Promise.all(Array.from({ length: 40 }, (_, n) => append(ws, n)));
  for (let n = 0; n < 10; n++) expect(await verdict()).toMatchObject({ valid: true, first_invalid: null });
  await growing;
  expect(await verdict()).toMatchObject({ valid: true, entries: place(45) });
});

test("a change that fails leaves no entry, and none is written into another workspace's chain", async () => {
  const other = await makeWorkspace();
  const failing = mutate(ws.ctx(), async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const foreign = db.selectNoFrom((eb) =>
    eb.fn<number>("audit_append", [eb.val(other.workspaceId)]).as("seq"),
  );
  await expect(record(ws.ctx(), { run: [foreign] })).rejects.toThrow();
  expect((await verdict()).entries).toBe(place(5));
});

test("the log is listed newest first, in pages, by filter, and of one workspace alone", async () => {
  const list = (query: Record<string, unknown> = {}) => listAudit(ws.ctx(), AuditQuery.parse(query));
  const all = await list({ include_total: "true" });
  expect(all.total).toBe(place(5));
  expect(all.data.map((e) => e.seq)).toEqual(Array.from({ length: place(5) }, (_, i) => place(5) - i));
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
  expect((await list({ created_after: all.data.at(-1)?.at })).data).toHaveLength(place(5));
  const other = await makeWorkspace();
  expect((await listAudit(other.ctx(), AuditQuery.parse({ target: "agt_2" }))).data).toHaveLength(0);
});

test("a database that is away is a 503 and no verdict", async () => {
  await closePool();
  const spare = env.DATABASE_URL;
  try {
    env.DATABASE_URL = "postgresql://nobody:x@127.0.0.1:1/none";
    await expect(verifyAudit(ws.ctx())).rejects.toMatchObject({ code: "unavailable" });
  } finally {
    env.DATABASE_URL = spare;
    await closePool();
  }
});
