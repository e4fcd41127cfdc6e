import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHealthCommand } from "@/bin/health/command";
import { type CallFixture, createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { readWorkspaceHealth, workspaceFigures } from ".";

let admin: pg.Client;
let callFixture: CallFixture;
let otherWorkspace: TestWorkspace;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  callFixture = await createCallFixture();
  otherWorkspace = await makeWorkspace();
  await admin.query("delete from graphile_worker._private_jobs");
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

const PAST = "2020-01-01T00:00:00.000Z";
const addJob = ({ workspaceId }: Pick<TestWorkspace, "workspaceId">, noticeId: string, runAt: string) =>
  writeUnaudited(
    { workspaceId },
    { run: [enqueue("notice.mail", { workspaceId, noticeId }, { key: noticeId, runAt })] },
  );

test("a member sees the job and call counts of only their workspace", async () => {
  await addJob(callFixture.space, "one", PAST);
  await addJob(callFixture.space, "two", "2090-01-01T00:00:00.000Z");
  await addJob(otherWorkspace, "three", PAST);
  await addJob(otherWorkspace, "four", PAST);
  await admin.query("update graphile_worker._private_jobs set attempts = max_attempts where key = 'four'");
  const call = await callFixture.startCall(await callFixture.agent());
  const ownHealth = await readWorkspaceHealth(callFixture.space.ctx("viewer"));
  const mails = { task: "notice.mail", running: 0 };
  expect(ownHealth.jobs.find(({ task }) => task === "notice.mail")).toEqual({
    ...mails,
    due: 1,
    later: 1,
    failed: 0,
    oldest: PAST,
  });
  expect(ownHealth.conversations).toEqual([{ channel: "chat", going: 1, lost: 0 }]);
  const otherHealth = await readWorkspaceHealth(otherWorkspace.ctx("viewer"));
  expect(otherHealth).toMatchObject({
    jobs: [{ ...mails, due: 1, later: 0, failed: 1, oldest: PAST }],
    conversations: [],
  });
  expect(JSON.stringify([ownHealth, otherHealth])).not.toMatch(/call_|ws_|three/);
  await callFixture.end(call.id);
});

test("the operator's command shows all workspaces and fails without a running worker", async () => {
  await admin.query("delete from worker_heartbeats");
  const { text, healthy } = await runHealthCommand(["--json"]);
  const report = JSON.parse(text) as {
    workers: unknown[];
    jobs: { task: string; due: number; failed: number }[];
  };
  expect([healthy, report.workers]).toEqual([false, []]);
  expect(report.jobs.find(({ task }) => task === "notice.mail")).toMatchObject({ due: 2, failed: 1 });
  await admin.query(
    "insert into worker_heartbeats (worker_id, last_heartbeat_at) values ('worker-a', now()), ('worker-b', $1)",
    [PAST],
  );
  await admin.query(
    `insert into voice_gateways (gateway_id, is_separate, free_calls, last_reported_at) values
     ('gateway-a', false, 12, now()), ('gateway-b', true, 0, now()), ('gateway-c', true, 3, $1)`,
    [PAST],
  );
  const overview = (await runHealthCommand([])).text;
  expect(overview).toContain("workers: 1 of 2 running");
  expect(overview).toMatch(/worker-b {2}seen \d+ s ago {2}SILENT$/m);
  expect(overview).toContain("voice gateways: 2 of 3 running");
  expect(overview).toMatch(/gateway-a {2}server, seen \d+ s ago, 12 free calls$/m);
  expect(overview).toMatch(/gateway-b {2}gateway, seen \d+ s ago, 0 free calls {2}FULL$/m);
  expect(overview).toMatch(/gateway-c {2}gateway, seen \d+ s ago, SILENT$/m);
  // A job has been due for years.
  expect((await runHealthCommand([])).healthy).toBe(false);
  await admin.query("delete from graphile_worker._private_jobs");
  expect((await runHealthCommand([])).healthy).toBe(true);
  await expect(runHealthCommand(["--everything"])).rejects.toThrow("Usage");
  await admin.query("delete from worker_heartbeats");
});

test("deliveries to a disabled webhook endpoint are not counted", async () => {
  const { workspaceId } = otherWorkspace;
  const readDeliveries = async () => (await workspaceFigures(AbortSignal.timeout(60_000))).deliveries;
  const before = await readDeliveries();
  await admin.query(
    "insert into webhook_endpoints (workspace_id, id, environment, url, events, secret, created_by, created_at, updated_at) values ($1, 'endpoint', 'live', 'https://example.com', '{*}', '', 'usr_x', now(), now())",
    [workspaceId],
  );
  await admin.query(
    "insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, type, next_attempt_at, created_at) values ($1, 'delivery', 'endpoint', 'event', 'call.ended', $2, now())",
    [workspaceId, PAST],
  );
  const { waiting, oldest_s } = await readDeliveries();
  expect(waiting).toBe(before.waiting + 1);
  expect(oldest_s).toBeGreaterThan(100_000_000);
  await admin.query("update webhook_endpoints set enabled = false where workspace_id = $1", [workspaceId]);
  expect(await readDeliveries()).toEqual(before);
});
