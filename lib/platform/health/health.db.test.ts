import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHealthCommand } from "@/bin/health/command";
import { type Desk, openDesk } from "@/lib/calls/calls/testing/desk";
import { record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { workspaceHealth } from ".";

let admin: pg.Client;
let desk: Desk;
let other: TestWorkspace;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
  desk = await openDesk();
  other = await makeWorkspace();
  await admin.query("delete from graphile_worker._private_jobs");
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

const PAST = "2020-01-01T00:00:00.000Z";
const waits = ({ workspaceId }: Pick<TestWorkspace, "workspaceId">, noticeId: string, runAt: string) =>
  record(
    { workspaceId },
    { run: [enqueue("notice.mail", { workspaceId, noticeId }, { key: noticeId, runAt })] },
  );

test("a member sees the ages and counts of their workspace's jobs and conversations, and of no other's", async () => {
  await waits(desk.space, "one", PAST);
  await waits(desk.space, "two", "2090-01-01T00:00:00.000Z");
  await waits(other, "three", PAST);
  await waits(other, "four", PAST);
  await admin.query("update graphile_worker._private_jobs set attempts = max_attempts where key = 'four'");
  const call = await desk.start(await desk.agent());
  const mine = await workspaceHealth(desk.space.ctx("viewer"));
  const mails = { task: "notice.mail", running: 0 };
  expect(mine.jobs.find(({ task }) => task === "notice.mail")).toEqual({
    ...mails,
    due: 1,
    later: 1,
    failed: 0,
    oldest: PAST,
  });
  expect(mine.conversations).toEqual([{ channel: "chat", going: 1, lost: 0 }]);
  const theirs = await workspaceHealth(other.ctx("viewer"));
  expect(theirs).toMatchObject({
    jobs: [{ ...mails, due: 1, later: 0, failed: 1, oldest: PAST }],
    conversations: [],
  });
  expect(JSON.stringify([mine, theirs])).not.toMatch(/call_|ws_|three/);
  await desk.end(call.id);
});

test("the operator sees all of them by the command, which fails where no worker lives", async () => {
  await admin.query("delete from worker_heartbeats");
  const { text, healthy } = await runHealthCommand(["--json"]);
  const said = JSON.parse(text) as {
    workers: unknown[];
    jobs: { task: string; due: number; failed: number }[];
  };
  expect([healthy, said.workers]).toEqual([false, []]);
  expect(said.jobs.find(({ task }) => task === "notice.mail")).toMatchObject({ due: 2, failed: 1 });
  await admin.query(
    "insert into worker_heartbeats (worker_id, last_heartbeat_at) values ('worker-a', now()), ('worker-b', $1)",
    [PAST],
  );
  expect((await runHealthCommand([])).text).toContain("workers: 1 of 2 live");
  // A job is due for years.
  expect((await runHealthCommand([])).healthy).toBe(false);
  await admin.query("delete from graphile_worker._private_jobs");
  expect((await runHealthCommand([])).healthy).toBe(true);
  await expect(runHealthCommand(["--everything"])).rejects.toThrow("Usage");
  await admin.query("delete from worker_heartbeats");
});
