import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { directUrl } from "@/lib/platform/db";
import { type Decision, LIMITS, sweepWindows, take } from ".";
import { createLimiter } from "./limiter";
import type { Order } from "./testing/contender";

/** Four processes start at once, on a machine that may be busy. */
const PROCESSES_TIMEOUT_MS = 120_000;

let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: directUrl() });
  await admin.connect();
  // Every stamp that was ever written, as the rows keep only those of the window.
  await admin.query(`
    create table stamps (key text, hits bigint[]);
    grant insert on stamps to parley_app;
    create function note() returns trigger language plpgsql as $$ begin insert into stamps values (new.key, new.hits); return null; end $$;
    create trigger note after update on rate_limits for each row execute function note();`);
});
afterAll(() => admin.end());

const admittedOf = (decisions: readonly Decision[]) => decisions.filter((d) => d.admitted);
const takeMany = (key: string, limit: number, times: number, of = take) =>
  Promise.all(Array.from({ length: times }, () => of(key, limit)));

/** A process beside this one; `ask` has it take its decisions, all at once. */
async function contender() {
  const child = fork(join(import.meta.dirname, "testing", "contender.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  await once(child, "message");
  return async (order: Order): Promise<Decision[]> => {
    const answer = once(child, "message");
    const exited = once(child, "exit");
    child.send(order);
    const [decisions] = await answer;
    await exited;
    return decisions as Decision[];
  };
}

test("four processes that ask 200 times at once on one key admit exactly 120 together", {
  timeout: PROCESSES_TIMEOUT_MS,
}, async () => {
  const contenders = await Promise.all([contender(), contender(), contender(), contender()]);
  const order = { key: "key:shared", limit: LIMITS.key, times: 50 };
  const decisions = (await Promise.all(contenders.map((ask) => ask(order)))).flat();
  expect(decisions).toHaveLength(200);
  expect(admittedOf(decisions)).toHaveLength(120);
  // Each admitted one was told another remainder: 119 down to 0.
  expect(new Set(admittedOf(decisions).map((d) => d.remaining)).size).toBe(120);
  expect(
    decisions.filter((d) => !d.admitted).every((d) => d.remaining === 0 && d.resetS >= 1 && d.resetS <= 60),
  ).toBe(true);
});

/** All stamps of a key, ascending, as the database wrote them: each update's newest, told apart by their growth. */
async function stampsOf(key: string): Promise<number[]> {
  const { rows } = await admin.query<{ at: string; n: number }>(
    "select at, max(n)::int as n from (select h.at, count(*) as n, s.ctid from stamps s, unnest(s.hits) as h(at) where s.key = $1 group by h.at, s.ctid) each group by at order by at::bigint",
    [key],
  );
  return rows.flatMap(({ at, n }) => Array.from({ length: n }, () => Number(at)));
}

test("no rolling window admits more than the limit, by the database's own clock, however the requests come", async () => {
  const windowMs = 300;
  const limit = 7;
  // Three limiters stand for three processes: they share nothing but the database.
  const limiters = [createLimiter(windowMs), createLimiter(windowMs), createLimiter(windowMs)];
  const bursts = [1, 12, 3, 0, 30, 1, 1, 9, 20, 2, 0, 5, 16, 8, 1, 25];
  let admitted = 0;
  for (const [i, size] of bursts.entries()) {
    const requests = limiters.flatMap((of, n) => (n <= i % 3 ? [takeMany("rolling", limit, size, of)] : []));
    admitted += admittedOf((await Promise.all(requests)).flat()).length;
    await pause((i * 37) % 110); // spreads the requests over the windows; nothing is asserted about it
  }
  const stamps = await stampsOf("rolling");
  expect(stamps).toHaveLength(admitted);
  expect(admitted).toBeGreaterThan(limit);
  stamps.forEach((at, i) => {
    const nth = stamps[i + limit];
    if (nth !== undefined) expect(nth - at).toBeGreaterThan(windowMs);
  });
});

test("a place becomes free when the oldest request has left the window, and a refusal said when", {
  timeout: 60_000,
}, async () => {
  // Longer than a busy machine takes for the requests that fill it.
  const windowMs = 10_000;
  const of = createLimiter(windowMs);
  expect(admittedOf(await takeMany("again", 3, 5, of))).toHaveLength(3);
  const refused = await of("again", 3);
  expect(refused).toMatchObject({ admitted: false, remaining: 0 });
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(refused.resetS);
  await expect
    .poll(async () => (await of("again", 3)).admitted, { timeout: 30_000, interval: 100 })
    .toBe(true);
  expect((await stampsOf("again")).length).toBeGreaterThanOrEqual(4);
});

test("a full window is refused from memory, without the database, until its oldest request leaves", async () => {
  const of = createLimiter(60_000);
  await takeMany("flood", 2, 3, of);
  await admin.query("delete from rate_limits where key = 'flood'");
  const decision = of("flood", 2);
  expect(decision).toEqual({ admitted: false, remaining: 0, resetS: expect.any(Number) });
  // A higher limit has places that memory knows nothing of.
  expect(await of("flood", 3)).toMatchObject({ admitted: true, remaining: 2 });
});

test("keys have separate windows, also when thousands are decided together", async () => {
  const keys = Array.from({ length: 1_500 }, (_, i) => `many:${i % 750}`);
  const decisions = await Promise.all(keys.map((key) => take(key, 1)));
  expect(admittedOf(decisions)).toHaveLength(750);
  expect(await take("many:fresh", 5)).toEqual({ admitted: true, remaining: 4, resetS: expect.any(Number) });
});

test("requests of one key under two limits at once are each held to their own", async () => {
  const [low, high] = await Promise.all([takeMany("two limits", 2, 10), takeMany("two limits", 5, 10)]);
  expect(admittedOf(low).length).toBeLessThanOrEqual(2);
  expect(admittedOf([...low, ...high])).toHaveLength(5);
});

test("the sweep deletes idle windows only, and a deleted key starts with a new window", async () => {
  await takeMany("idle", 5, 3);
  await takeMany("busy", 5, 3);
  await admin.query(
    "update rate_limits set hits = array(select h - 3600000 from unnest(hits) h) where key = 'idle'",
  );
  expect(await sweepWindows()).toBe(1);
  const { rows } = await admin.query("select key from rate_limits where key in ('idle', 'busy')");
  expect(rows).toEqual([{ key: "busy" }]);
  expect(await take("idle", 5)).toMatchObject({ admitted: true, remaining: 4 });
  expect(await take("busy", 5)).toMatchObject({ admitted: true, remaining: 1 });
});

test("a sweep amid decisions loses none of them", async () => {
  const of = createLimiter(60_000);
  let admitted = 0;
  for (let round = 0; round < 20; round++) {
    const [decisions] = await Promise.all([takeMany("swept", 1_000, 10, of), sweepWindows(), sweepWindows()]);
    admitted += admittedOf(decisions).length;
  }
  const { rows } = await admin.query("select cardinality(hits) as n from rate_limits where key = 'swept'");
  expect(rows).toEqual([{ n: admitted }]);
});

test("when the database cannot decide, nothing is admitted: 503, and decisions come again by themselves", async () => {
  await admin.query("revoke execute on function take_rate_limit from parley_app");
  const results = await Promise.allSettled([take("down", 5), take("down", 5)]);
  expect(results.map((a) => a.status === "rejected" && a.reason.code)).toEqual([
    "unavailable",
    "unavailable",
  ]);
  await admin.query("grant execute on function take_rate_limit to parley_app");
  expect(await take("down", 5)).toMatchObject({ admitted: true, remaining: 4 });
});

test("connections that PostgreSQL ends cost the decisions in flight and no more", async () => {
  await take("cut", 500);
  const pending = Promise.allSettled(Array.from({ length: 50 }, () => take("cut", 500)));
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parley/%' and datname = current_database()",
  );
  for (const result of await pending)
    if (result.status === "rejected") expect(result.reason.code).toBe("unavailable");
  await expect
    .poll(
      () =>
        Promise.resolve(take("cut", 500)).then(
          (d) => d.admitted,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
});
