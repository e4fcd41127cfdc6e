import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { listCalls } from "./read";
import { ListCalls } from "./schema";

const PATIENCE = { timeout: 20_000, interval: 50 };
/** More than a search by the index returns. */
const MANY = 2_500;

let admin: pg.Client;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
afterAll(() => admin.end());

const INSERT = `
  insert into calls (id, workspace_id, environment, agent_id, agent_version, channel, direction, status, subject_id, tags, words, created_at, ended_at, settled_at)
  select 'call_' || lpad($4 || n, 26, '0'), $1, 'live', $2, 1, 'chat', 'inbound', 'completed', 'call_' || lpad($4 || n, 26, '0'),
    $5::text[], $6::bigint[], $7::timestamptz + n * interval '1 ms', $7::timestamptz, $7::timestamptz
  from generate_series(1, $3::int) n`;

/** A workspace and functions that store calls with words and search them. */
async function setUp() {
  const workspace = await makeWorkspace();
  const ctx = workspace.ctx("owner");
  const agent = { name: "Desk", type: "messaging", prompt: "Help." };
  const { id: agentId } = await createAgent(ctx, CreateAgent.parse(agent));
  const { word } = await workspaceIndexer(ctx.workspaceId);
  let series = 0;
  return {
    ctx,
    store: async (count: number, words: readonly string[], tags: readonly string[] = []) => {
      await admin.query(INSERT, [
        ctx.workspaceId,
        agentId,
        count,
        `${"abcdefgh"[series++]}`,
        tags,
        words.map((text) => word(text)),
        ctx.now(),
      ]);
    },
    find: async (query: object) => {
      const { data, total } = await listCalls(ctx, ListCalls.parse({ include_total: "true", ...query }));
      return { page: data.length, total };
    },
  };
}

const scansOf = async (index: string) => {
  const { rows } = await admin.query<{ scans: number }>(
    "select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = $1",
    [index],
  );
  return rows[0]?.scans ?? 0;
};

test("words and labels are searched by their indexes, as the application's role", async () => {
  const { store, find } = await setUp();
  await store(MANY, ["hello"], ["caller"]);
  await store(3, ["zebra", "lion"], ["safari"]);
  await admin.query("analyze calls");
  const before = { words: await scansOf("calls_words_idx"), tags: await scansOf("calls_tags_of_workspace") };
  expect(await find({ q: "zebra lion" })).toEqual({ page: 3, total: 3 });
  expect(await find({ tag: "safari" })).toEqual({ page: 3, total: 3 });
  expect(await find({ q: "zebra unicorn" })).toEqual({ page: 0, total: 0 });
  await vi.waitFor(async () => {
    expect(await scansOf("calls_words_idx")).toBeGreaterThan(before.words);
    expect(await scansOf("calls_tags_of_workspace")).toBeGreaterThan(before.tags);
  }, PATIENCE);
});

test("a word that more than 2,000 calls have is counted and listed as a rare one", async () => {
  const { store, find } = await setUp();
  await store(MANY, ["hello"], ["caller"]);
  await store(2, ["hello", "zebra"], ["caller", "safari"]);
  expect(await find({ q: "hello", limit: 5 })).toEqual({ page: 5, total: MANY + 2 });
  expect(await find({ q: "hello", tag: "safari" })).toEqual({ page: 2, total: 2 });
  expect(await find({ tag: "caller", limit: 5, status: "failed" })).toEqual({ page: 0, total: 0 });
});

test("a label of two workspaces lists the calls of one", async () => {
  const [mine, theirs] = [await setUp(), await setUp()];
  await mine.store(2, ["zebra"], ["shared-label"]);
  await theirs.store(4, ["zebra"], ["shared-label"]);
  expect(await mine.find({ tag: "shared-label" })).toEqual({ page: 2, total: 2 });
  expect(await theirs.find({ q: "zebra" })).toEqual({ page: 4, total: 4 });
});
