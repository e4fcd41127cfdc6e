import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { setPlan } from "@/lib/identity/plans";
import { forgetWorkspaceKeys } from "@/lib/platform/crypto";
import { record } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { readEncryption, rotateKeys, withdrawKey } from ".";
import { rotateJob } from "./start";
import { known } from "./testing/known";
import { give } from "./testing/own-key";
import type { Order } from "./testing/reading-process";
import { subjects, unreadable } from "./testing/subjects";

/** A process starts in a second or in many, and another process knows of a withdrawal within 60 s. */
const LONG_MS = 240_000;
const PATIENCE = { timeout: 60_000, interval: 50 };
/** A session may ask 600 times a minute: two of a load's four loops wait so long between what they ask. */
const PACE_MS = 250;
const SUBJECTS = 4_000;

let admin: pg.Client;
/** One that is in no transaction: within one the database shows who does what as it was at first. */
let watcher: pg.Client;
/** One that asks for a lock while others have it. */
let behind: pg.Client;
beforeAll(async () => {
  [admin, watcher, behind] = [
    await adminOfThisDatabase(),
    await adminOfThisDatabase(),
    await adminOfThisDatabase(),
  ];
});
afterAll(async () => {
  await Promise.all([admin.end(), watcher.end(), behind.end()]);
  closeHub();
});

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});

async function start(file: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "testing", file), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  children.push(child);
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

type Load = { written: string[]; met: Set<number>; stop(): Promise<void> };

/** Two who write and two who read all the time, as members by the API. `written`: what was answered with 201. */
async function load(space: TestWorkspace): Promise<Load> {
  const [ask, cookie] = [apiOf(space), await space.cookie()];
  const headers = { cookie, origin: "http://localhost" };
  const [written, met]: [string[], Set<number>] = [[], new Set()];
  let over = false;
  let number = 2_000_000 + Math.floor(Math.random() * 1_000_000);
  const write = async () => {
    const phone = `+1213${number++}`;
    const answer = await ask("POST", "/v1/contacts", { key: null, headers, body: { phone, name: "Ada" } });
    met.add(answer.status);
    if (answer.status === 201) written.push(String(answer.json.id));
  };
  const readOne = async () => {
    const id = written.at(-1);
    if (id === undefined) return;
    const answer = await ask("GET", `/v1/contacts/${id}`, { key: null, headers });
    met.add(answer.status);
    if (answer.status === 200) expect(answer.json.name).toBe("Ada");
  };
  const going = [write, write, readOne, readOne].map(async (act) => {
    while (!over) {
      await act();
      await pause(2 * PACE_MS);
    }
  });
  return {
    written,
    met,
    async stop() {
      over = true;
      await Promise.all(going);
    },
  };
}

/** Whether what the load wrote is there and opens. */
async function expectKept(space: TestWorkspace, { written }: Load): Promise<void> {
  const ask = apiOf(space);
  for (const id of written)
    expect((await ask("GET", `/v1/contacts/${id}`)).json).toMatchObject({ name: "Ada" });
}

const under = async ({ workspaceId }: TestWorkspace, version: number): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from subject_keys where workspace_id = $1 and key_version = $2",
    [workspaceId, version],
  );
  return rows[0]?.n ?? 0;
};

/** Holds the note of how far a rotation is, so that who does it stands still in the middle of a batch. */
async function hold({ workspaceId }: TestWorkspace, by: pg.Client): Promise<void> {
  await by.query("begin");
  await by.query("select from key_rotations where workspace_id = $1 for update", [workspaceId]);
}

/** The connection of the one who waits for it with such a statement. */
const waits = (statement: string): Promise<number> =>
  vi.waitFor(async () => {
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query ilike $1`,
      [statement],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.pid ?? 0;
  }, PATIENCE);
/** Of a worker, in a transaction that has changed a batch already. */
const waiting = () => waits('%update "key_rotations"%');

/** Lets the worker that waits end its batch, and holds the note again before it ends the next. */
async function letOneBatch(space: TestWorkspace): Promise<void> {
  // Whoever would ask once the note is free might come before the worker, which has to wake up first.
  const next = hold(space, behind);
  await waits("select from key_rotations%");
  await admin.query("commit");
  await next;
}

/** kill -9 of a worker that stands in the middle of a batch, whose connection the database then finds closed. */
async function killAt(worker: ChildProcess, pid: number, held: pg.Client): Promise<void> {
  await kill(worker);
  await held.query("commit");
  await vi.waitFor(async () => {
    const { rows } = await watcher.query("select from pg_stat_activity where pid = $1", [pid]);
    expect(rows).toEqual([]);
  }, PATIENCE);
}

test("a rotation whose worker is killed in the middle, twice, is taken up by another, while members read and write", {
  timeout: LONG_MS,
}, async () => {
  const space = await makeWorkspace();
  const boxes = await subjects(space, 0, SUBJECTS);
  await rotateKeys(space.ctx());
  await known(space.workspaceId);
  await record(space.ctx(), { run: [rotateJob(space.workspaceId, space.ctx().now())] });
  const loaded = await load(space);
  await vi.waitFor(() => expect(loaded.written.length).toBeGreaterThan(1), PATIENCE);

  // The first is killed in its first batch, of which nothing stays.
  await hold(space, admin);
  const first = await start("rotating-worker.ts");
  await killAt(first, await waiting(), admin);
  expect(await under(space, 1)).toBe(SUBJECTS);

  // The second finishes a batch, of which all stays, and is killed in a later one, of which nothing does.
  await hold(space, admin);
  const second = await start("rotating-worker.ts");
  await waiting();
  await letOneBatch(space);
  await killAt(second, await waiting(), behind);
  const left = await under(space, 1);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(SUBJECTS);
  expect((await readEncryption(space.ctx())).rotation).toMatchObject({
    state: "running",
    done: SUBJECTS - left,
  });
  // Until then everything is open, under whichever key it lies.
  expect(await unreadable(space, boxes)).toBeNull();

  await start("rotating-worker.ts");
  await vi.waitFor(
    async () => expect((await readEncryption(space.ctx())).rotation?.state).toBe("completed"),
    PATIENCE,
  );
  const during = loaded.written.length;
  await vi.waitFor(() => expect(loaded.written.length).toBeGreaterThan(during), PATIENCE);
  await loaded.stop();
  expect([...loaded.met].sort()).toEqual([200, 201]);
  expect(await under(space, 1)).toBe(0);
  expect((await readEncryption(space.ctx())).data_keys).toMatchObject([{ version: 2, state: "current" }]);
  forgetWorkspaceKeys(space.workspaceId);
  expect(await unreadable(space, boxes)).toBeNull();
  await expectKept(space, loaded);
});

test("a withdrawal while members read and write locks every process within a minute, and loses nothing", {
  timeout: LONG_MS,
}, async () => {
  const space = await makeWorkspace();
  await setPlan(space.ctx(), "enterprise");
  const material = randomBytes(32);
  await give(space, material);
  const [subjectId = ""] = (await subjects(space, 0, 1)).keys();
  const other = await start("reading-process.ts");
  const told: string[] = [];
  other.on("message", (met: string) => told.push(met));
  other.send({ workspaceId: space.workspaceId, subjectId } satisfies Order);
  await vi.waitFor(() => expect(told).toEqual(["open"]), PATIENCE);
  const before = await load(space);
  await vi.waitFor(() => expect(before.written.length).toBeGreaterThan(1), PATIENCE);

  await withdrawKey(space.ctx());
  const locked = await load(space);
  await vi.waitFor(() => expect(told).toEqual(["open", "workspace_locked"]), PATIENCE);
  await Promise.all([before.stop(), locked.stop()]);
  // What was going on at that moment was served or refused; what came after was refused.
  expect([...before.met].filter((status) => ![200, 201, 423].includes(status))).toEqual([]);
  expect([...locked.met]).toEqual([423]);

  await give(space, material);
  await vi.waitFor(() => expect(told).toEqual(["open", "workspace_locked", "open"]), PATIENCE);
  const after = await load(space);
  await vi.waitFor(() => expect(after.written.length).toBeGreaterThan(1), PATIENCE);
  await after.stop();
  expect([...after.met].filter((status) => ![200, 201].includes(status))).toEqual([]);
  await expectKept(space, before);
});
