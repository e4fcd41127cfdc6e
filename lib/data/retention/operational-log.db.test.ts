import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteProviderFailure } from "@/lib/calls/calls";
import { type Desk, openDesk, VARIABLES } from "@/lib/calls/calls/testing/desk";
import { createWebhook, deliverTo } from "@/lib/data/webhooks";
import { CreateWebhook } from "@/lib/data/webhooks/schema";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { createEgress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";

/**
 * The rows of the operational log, as docs/operations.md names them, with every column and its type. Who adds one looks
 * here first: ids, codes, counts and times are what these rows may hold, and after 30 days they are gone.
 */
const ROWS: Record<string, Record<string, string>> = {
  webhook_events: {
    ...{ id: "text", workspace_id: "text", environment: "text", type: "text", target: "text" },
    created_at: "timestamptz",
  },
  webhook_deliveries: {
    ...{ id: "text", workspace_id: "text", endpoint_id: "text", event_id: "text", type: "text" },
    ...{ status: "text", replay_of: "text", attempts: "int4", response_status: "int4", error: "text" },
    ...{ next_attempt_at: "timestamptz", last_attempt_at: "timestamptz", duration_ms: "int4" },
    created_at: "timestamptz",
  },
  notices: {
    ...{ id: "text", workspace_id: "text", user_id: "text", kind: "text", environment: "text" },
    ...{ subject: "text", link_id: "text", stage: "text", created_at: "timestamptz" },
    ...{ read_at: "timestamptz", mailed_at: "timestamptz" },
  },
};
/** What a text of them may be: an id, a code, a moment. No space, and no digits that are not an id's or a moment's. */
const WORD = /^(?:[a-z]+_[0-9a-zA-Z]+|[a-zA-Z]+(?:[._][a-z]+)*|\d{4}-\d\d-\d\dT[\d:.]+Z|builtin:[a-z]+)?$/;

let admin: pg.Client;
let desk: Desk;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  desk = await openDesk();
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (value instanceof Date || value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
};

test("rows of the operational log have these columns and no other", async () => {
  const { rows } = await admin.query<{ table_name: string; column_name: string; udt_name: string }>(
    "select table_name, column_name, udt_name from information_schema.columns where table_schema = 'public' and table_name = any($1)",
    [Object.keys(ROWS)],
  );
  const found: typeof ROWS = {};
  for (const { table_name: table, column_name, udt_name } of rows)
    found[table] = { ...found[table], [column_name]: udt_name };
  expect(found).toEqual(ROWS);
});

test("what a conversation, its messages and its failures leave in them are ids, codes and times", async () => {
  const owner = desk.space.ctx("owner");
  const receiver = await openReceiver("hang up");
  const way = createEgress({ allowedHosts: [receiver.host] });
  const { id } = await createWebhook(
    owner,
    CreateWebhook.parse({ url: `${receiver.url}?of=4415`, events: ["*"] }),
    { egress: way, allowedHosts: [receiver.host] },
  );
  const call = await desk.start(await desk.agent({ variables: VARIABLES }));
  await desk.say(call.id, "it is 4415 2290, and my name is Quentin");
  await noteProviderFailure(owner, call.id, { provider: "int_1", part: "voice", kind: "timeout" });
  await desk.end(call.id);
  await deliverTo(owner, id, way);
  await way.close();
  await receiver.close();

  const all: unknown[] = [];
  for (const table of Object.keys(ROWS)) all.push(...(await admin.query(`select * from ${table}`)).rows);
  const { rows: failures } = await admin.query("select provider_failures from calls where id = $1", [
    call.id,
  ]);
  const { rows: jobs } = await admin.query("select payload, last_error from graphile_worker._private_jobs");
  expect(failures).toHaveLength(1);
  expect(all.filter((row) => (row as { error?: unknown }).error === "network").length).toBeGreaterThan(0);
  const texts = textsIn([all, failures, jobs]);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !WORD.test(text))).toEqual([]);
  expect(JSON.stringify([all, failures, jobs])).not.toMatch(/44152290|Quentin/);
});
