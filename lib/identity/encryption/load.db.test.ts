import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { setPlan } from "@/lib/identity/plans";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { readEncryption, rotateKeys, withdrawCustomerKey } from ".";
import { enqueueRotation } from "./start-rotation";
import { activateNewestKey } from "./testing/activate-newest-key";
import { giveCustomerKey } from "./testing/customer-key";
import type { WatchRequest } from "./testing/reading-process";
import { createSubjects, findUnreadable } from "./testing/subjects";

/** Processes may start slowly, and another process applies a withdrawal within 60 s. */
const TEST_TIMEOUT_MS = 240_000;
const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };
/** Pause between requests, as a session is limited to 600 requests a minute. */
const PACE_MS = 250;
const SUBJECTS = 4_000;

let admin: pg.Client;
/** Runs outside transactions: within one, pg_stat_activity is a snapshot. */
let watcher: pg.Client;
/** Waits for a lock that another connection has. */
let secondAdmin: pg.Client;
beforeAll(async () => {
  [admin, watcher, secondAdmin] = [
    await adminOfThisDatabase(),
    await adminOfThisDatabase(),
    await adminOfThisDatabase(),
  ];
});
afterAll(async () => {
  await Promise.all([admin.end(), watcher.end(), secondAdmin.end()]);
  closeHub();
});

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await killProcess(child);
});

async function startProcess(file: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "testing", file), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  children.push(child);
  await once(child, "message");
  return child;
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

type Load = { createdIds: string[]; statuses: Set<number>; stop(): Promise<void> };

/**
 * Two writers and two readers that use the API as members. `createdIds`: ids of contacts that were answered
 * with 201.
 */
async function startLoad(space: TestWorkspace): Promise<Load> {
  const [ask, cookie] = [apiOf(space), await space.cookie()];
  const headers = { cookie, origin: "http://localhost" };
  const [createdIds, statuses]: [string[], Set<number>] = [[], new Set()];
  let isStopped = false;
  let number = 2_000_000 + Math.floor(Math.random() * 1_000_000);
  const write = async () => {
    const phone = `+1213${number++}`;
    const answer = await ask("POST", "/v1/contacts", { key: null, headers, body: { phone, name: "Ada" } });
    statuses.add(answer.status);
    if (answer.status === 201) createdIds.push(String(answer.json.id));
  };
  const readOne = async () => {
    const id = createdIds.at(-1);
    if (id === undefined) return;
    const answer = await ask("GET", `/v1/contacts/${id}`, { key: null, headers });
    statuses.add(answer.status);
    if (answer.status === 200) expect(answer.json.name).toBe("Ada");
  };
  const loops = [write, write, readOne, readOne].map(async (operation) => {
    while (!isStopped) {
      await operation();
      await pause(2 * PACE_MS);
    }
  });
  return {
    createdIds,
    statuses,
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** Expects that every contact that the load created can be read. */
async function expectReadable(space: TestWorkspace, { createdIds }: Load): Promise<void> {
  const ask = apiOf(space);
  for (const id of createdIds)
    expect((await ask("GET", `/v1/contacts/${id}`)).json).toMatchObject({ name: "Ada" });
}

const countUnder = async ({ workspaceId }: TestWorkspace, version: number): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from subject_keys where workspace_id = $1 and key_version = $2",
    [workspaceId, version],
  );
  return rows[0]?.n ?? 0;
};

/** Locks the rotation's progress row, so that a worker stops in the middle of a batch. */
async function lockProgress({ workspaceId }: TestWorkspace, client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query("select from key_rotations where workspace_id = $1 for update", [workspaceId]);
}

/** The process id of the connection that waits for a lock with such a statement. */
const findWaiting = (statement: string): Promise<number> =>
  vi.waitFor(async () => {
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query ilike $1`,
      [statement],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.pid ?? 0;
  }, WAIT_OPTIONS);
/** The connection of a worker whose transaction has resealed a batch. */
const findWaitingWorker = () => findWaiting('%update "key_rotations"%');

/** Lets the waiting worker commit its batch, and locks the progress row again before the next commit. */
async function allowOneBatch(space: TestWorkspace): Promise<void> {
  // Queue for the lock before it is released: a later request could overtake the worker, which must wake up
  // first.
  const next = lockProgress(space, secondAdmin);
  await findWaiting("select from key_rotations%");
  await admin.query("commit");
  await next;
}

/**
 * Kills a worker with SIGKILL in the middle of a batch, and waits until the database closes its connection.
 */
async function killInBatch(worker: ChildProcess, pid: number, lockHolder: pg.Client): Promise<void> {
  await killProcess(worker);
  await lockHolder.query("commit");
  await vi.waitFor(async () => {
    const { rows } = await watcher.query("select from pg_stat_activity where pid = $1", [pid]);
    expect(rows).toEqual([]);
  }, WAIT_OPTIONS);
}

test("continues a rotation after its worker is killed twice, while members read and write", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const space = await makeWorkspace();
  const ciphertexts = await createSubjects(space, 0, SUBJECTS);
  await rotateKeys(space.ctx());
  await activateNewestKey(space.workspaceId);
  await writeUnaudited(space.ctx(), { run: [enqueueRotation(space.workspaceId, space.ctx().now())] });
  const load = await startLoad(space);
  await vi.waitFor(() => expect(load.createdIds.length).toBeGreaterThan(1), WAIT_OPTIONS);

  // The first worker is killed in its first batch, which is rolled back.
  await lockProgress(space, admin);
  const first = await startProcess("rotating-worker.ts");
  await killInBatch(first, await findWaitingWorker(), admin);
  expect(await countUnder(space, 1)).toBe(SUBJECTS);

  // The second worker commits one batch and is killed in a later one, which is rolled back.
  await lockProgress(space, admin);
  const second = await startProcess("rotating-worker.ts");
  await findWaitingWorker();
  await allowOneBatch(space);
  await killInBatch(second, await findWaitingWorker(), secondAdmin);
  const remaining = await countUnder(space, 1);
  expect(remaining).toBeGreaterThan(0);
  expect(remaining).toBeLessThan(SUBJECTS);
  expect((await readEncryption(space.ctx())).rotation).toMatchObject({
    state: "running",
    done: SUBJECTS - remaining,
  });
  // Meanwhile every value opens, with either key.
  expect(await findUnreadable(space, ciphertexts)).toBeNull();

  await startProcess("rotating-worker.ts");
  await vi.waitFor(
    async () => expect((await readEncryption(space.ctx())).rotation?.state).toBe("completed"),
    WAIT_OPTIONS,
  );
  const createdDuring = load.createdIds.length;
  await vi.waitFor(() => expect(load.createdIds.length).toBeGreaterThan(createdDuring), WAIT_OPTIONS);
  await load.stop();
  expect([...load.statuses].sort()).toEqual([200, 201]);
  expect(await countUnder(space, 1)).toBe(0);
  expect((await readEncryption(space.ctx())).data_keys).toMatchObject([{ version: 2, state: "current" }]);
  forgetWorkspaceKeys(space.workspaceId);
  expect(await findUnreadable(space, ciphertexts)).toBeNull();
  await expectReadable(space, load);
});

test("locks every process within a minute of a withdrawal, and loses no data", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const space = await makeWorkspace();
  await setPlan(space.ctx(), "enterprise");
  const material = randomBytes(32);
  await giveCustomerKey(space, material);
  const [subjectId = ""] = (await createSubjects(space, 0, 1)).keys();
  const readingProcess = await startProcess("reading-process.ts");
  const observed: string[] = [];
  readingProcess.on("message", (state: string) => observed.push(state));
  readingProcess.send({ workspaceId: space.workspaceId, subjectId } satisfies WatchRequest);
  await vi.waitFor(() => expect(observed).toEqual(["open"]), WAIT_OPTIONS);
  const before = await startLoad(space);
  await vi.waitFor(() => expect(before.createdIds.length).toBeGreaterThan(1), WAIT_OPTIONS);

  await withdrawCustomerKey(space.ctx());
  const locked = await startLoad(space);
  await vi.waitFor(() => expect(observed).toEqual(["open", "workspace_locked"]), WAIT_OPTIONS);
  await Promise.all([before.stop(), locked.stop()]);
  // Requests in progress were served or rejected; later requests were rejected.
  expect([...before.statuses].filter((status) => ![200, 201, 423].includes(status))).toEqual([]);
  expect([...locked.statuses]).toEqual([423]);

  await giveCustomerKey(space, material);
  await vi.waitFor(() => expect(observed).toEqual(["open", "workspace_locked", "open"]), WAIT_OPTIONS);
  const after = await startLoad(space);
  await vi.waitFor(() => expect(after.createdIds.length).toBeGreaterThan(1), WAIT_OPTIONS);
  await after.stop();
  expect([...after.statuses].filter((status) => ![200, 201].includes(status))).toEqual([]);
  await expectReadable(space, before);
});
