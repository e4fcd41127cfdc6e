import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteProviderFailure } from "@/lib/calls/calls";
import { type CallFixture, createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import { createWebhook, deliverTo } from "@/lib/data/webhooks";
import { CreateWebhook } from "@/lib/data/webhooks/schema";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { createHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";

/**
 * The rows of the operational log, as docs/operations.md lists them, with every column and its type. A new
 * column must be an ID, code, count or time, and is deleted after 30 days.
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
/** The allowed texts: an ID, a code or a time. No spaces, and no other digits. */
const WORD = /^(?:[a-z]+_[0-9a-zA-Z]+|[a-zA-Z]+(?:[._][a-z]+)*|\d{4}-\d\d-\d\dT[\d:.]+Z|builtin:[a-z]+)?$/;
/** The request that caused a job, how many jobs were in between, and no trace. */
const ORIGIN = /^req_[0-9a-z]{26} \d{1,3} -$/;

let admin: pg.Client;
let fixture: CallFixture;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  fixture = await createCallFixture();
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

test("rows of the operational log have these columns and no others", async () => {
  const { rows } = await admin.query<{ table_name: string; column_name: string; udt_name: string }>(
    "select table_name, column_name, udt_name from information_schema.columns where table_schema = 'public' and table_name = any($1)",
    [Object.keys(ROWS)],
  );
  const columnsByTable: typeof ROWS = {};
  for (const { table_name: table, column_name, udt_name } of rows)
    columnsByTable[table] = { ...columnsByTable[table], [column_name]: udt_name };
  expect(columnsByTable).toEqual(ROWS);
});

test("a conversation, its messages and its failures leave only IDs, codes and times in them", async () => {
  const owner = fixture.space.ctx("owner");
  const receiver = await openReceiver("hang up");
  const httpClient = createHttpClient({ allowedHosts: [receiver.host] });
  const { id } = await createWebhook(
    owner,
    CreateWebhook.parse({ url: `${receiver.url}?of=4415`, events: ["*"] }),
    { egress: httpClient, allowedHosts: [receiver.host] },
  );
  const call = await fixture.startCall(await fixture.agent({ variables: VARIABLES }));
  await fixture.say(call.id, "it is 4415 2290, and my name is Quentin");
  await noteProviderFailure(owner, call.id, { provider: "int_1", part: "voice", kind: "timeout" });
  await fixture.end(call.id);
  await deliverTo(owner, id, httpClient);
  await httpClient.close();
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
  expect(texts.filter((text) => !WORD.test(text) && !ORIGIN.test(text))).toEqual([]);
  expect(JSON.stringify([all, failures, jobs])).not.toMatch(/44152290|Quentin/);
});
