import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "@/test/fixtures/free-port";
import {
  childrenOf,
  databasePid,
  dataFolder,
  END_TIMEOUT_MS,
  READY_TIMEOUT_MS,
  ready,
  type Started,
  start,
} from "./process";

const KEY = "prl_live_DatabaseRestartKey_0123456789abcdefghijklmnopqrstuv";
/** Each key may ask 120 times a minute; together they keep the load up for as long as a restart takes. */
const KEYS = 16;
const CLIENTS = 4;
const BETWEEN_MS = 40;
/** So many successes in a row mean that every client has recovered. */
const RECOVERED = 20;

const data = dataFolder();
let parley: Started;
test.afterAll(async () => {
  parley.process.kill("SIGTERM");
  await parley.exit;
  data.remove();
});

test("a restart of the database under load causes only 503s and recovers automatically", async () => {
  test.setTimeout(READY_TIMEOUT_MS + 4 * END_TIMEOUT_MS);
  const port = await freePort();
  parley = start({
    DATA_DIR: data.path,
    PORT: String(port),
    PARLEY_INIT_WORKSPACE: "Restart",
    PARLEY_INIT_OWNER_EMAIL: "owner@example.com",
    PARLEY_INIT_OWNER_PASSWORD: "a password of the tests",
    PARLEY_INIT_API_KEY: KEY,
  });
  await ready(parley);
  const base = `http://127.0.0.1:${port}`;
  const processes = () => childrenOf(parley.process.pid ?? 0, /dist\/(server|worker)\.js/);
  const before = processes();
  expect(before).toHaveLength(2);

  const keys = await Promise.all(
    Array.from({ length: KEYS }, async (_, i) => {
      const key = await fetch(`${base}/v1/keys`, {
        method: "POST",
        headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
        body: JSON.stringify({ name: `Load ${i}`, role: "builder", environment: "live" }),
      });
      expect(key.status).toBe(201);
      return ((await key.json()) as { secret: string }).secret;
    }),
  );

  const responses: { status: number; retryAfter: string | null }[] = [];
  let requestCount = 0;
  let over = false;
  const ask = async () => {
    const key = keys[requestCount++ % KEYS];
    const writes = requestCount % 4 === 0;
    const answer = await fetch(`${base}/v1/agents`, {
      method: writes ? "POST" : "GET",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(writes && { body: JSON.stringify({ name: "Load", type: "messaging", prompt: "Talk." }) }),
    });
    await answer.text();
    responses.push({ status: answer.status, retryAfter: answer.headers.get("retry-after") });
  };
  const client = async () => {
    while (!over) {
      await ask();
      await pause(BETWEEN_MS);
    }
  };
  const load = Promise.all(Array.from({ length: CLIENTS }, client));
  // A client that failed is told of where the load is awaited; the checks before end by themselves.
  load.catch(() => undefined);
  const count = (good: (status: number) => boolean) => responses.filter(({ status }) => good(status)).length;
  const isGood = ({ status }: { status: number }) => status < 300;
  const polling = { timeout: END_TIMEOUT_MS, intervals: [20] };

  await expect.poll(() => count((status) => status < 300), polling).toBeGreaterThan(10);
  // A fast stop, as an operator's restart does; the supervisor starts it again.
  process.kill(databasePid(data.path), "SIGINT");
  await expect.poll(() => count((status) => status === 503), polling).toBeGreaterThan(0);
  const failed = responses.length;
  await expect
    .poll(() => responses.slice(failed).slice(-RECOVERED).filter(isGood).length, polling)
    .toBe(RECOVERED);
  over = true;
  await load;

  // Every response was a success or asked for a retry.
  expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual([200, 201, 503]);
  for (const { retryAfter } of responses.filter(({ status }) => status === 503))
    expect(retryAfter).toMatch(/^\d+$/);
  expect(responses.slice(-RECOVERED / 2).every(isGood)).toBe(true);
  await expect.poll(async () => (await fetch(`${base}/readyz`)).status, polling).toBe(200);
  expect(processes()).toEqual(before);
});
