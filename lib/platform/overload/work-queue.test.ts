import { expect, test } from "vitest";
import { createWorkQueue, type Priority } from "./work-queue";

/** A queue with so many places, on a clock that the test moves. */
function setUp(places: number) {
  const clock = { nowMs: 10_000 };
  const limit = { count: places };
  const refused: Priority[] = [];
  const queue = createWorkQueue({
    limit: () => limit.count,
    nowMs: () => clock.nowMs,
    refused: (priority) => refused.push(priority),
  });
  const results: string[] = [];
  const send = async (name: string, priority: Priority = "normal", signal = new AbortController().signal) => {
    const entered = queue.enter(priority, signal).then(
      () => results.push(name),
      ({ code, retryAfterS }) => results.push(`${name}: ${code} ${retryAfterS >= 1 && retryAfterS <= 3}`),
    );
    await Promise.race([entered, new Promise((resolve) => setTimeout(resolve))]);
  };
  const pass = async (ms: number) => {
    clock.nowMs += ms;
    queue.sweep();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const leave = async () => {
    queue.leave();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, limit, refused, results, send, pass, leave };
}

test("requests start at once up to the limit, and others as soon as one ends, the more urgent first", async () => {
  const { queue, results, send, leave } = setUp(2);
  await send("first");
  await send("second");
  await send("report", "bulk");
  await send("list");
  await send("message", "live");
  expect([results, queue.underWay(), queue.waiting()]).toEqual([["first", "second"], 2, 3]);
  for (let i = 0; i < 3; i++) await leave();
  expect(results.slice(2)).toEqual(["message", "list", "report"]);
  for (let i = 0; i < 2; i++) await leave();
  expect([queue.underWay(), queue.waiting()]).toEqual([0, 0]);
});

test("conversations get most of the places that become free, and others some", async () => {
  const { results, send, leave } = setUp(1);
  await send("first");
  for (let i = 0; i < 8; i++) for (const name of ["live", "normal", "bulk"] as const) await send(name, name);
  for (let i = 0; i < 8; i++) await leave();
  const started = results.slice(1);
  expect(started.filter((name) => name === "live")).toHaveLength(5);
  expect(started.filter((name) => name === "bulk")).toHaveLength(1);
});

test("a burst may wait, reports least and conversations longest", async () => {
  const { results, refused, send, pass } = setUp(1);
  await send("first");
  for (const priority of ["live", "normal", "bulk"] as const) await send(priority, priority);
  await pass(400);
  expect(results).toEqual(["first"]);
  await pass(1);
  expect(results.at(-1)).toBe("bulk: unavailable true");
  await pass(300);
  expect(results.at(-1)).toBe("normal: unavailable true");
  expect(refused).toEqual(["bulk", "normal"]);
});

test("a queue that does not become empty refuses sooner", async () => {
  const { results, send, pass } = setUp(1);
  await send("first");
  await send("patient", "live");
  await pass(1_001);
  await send("late");
  await send("late message", "live");
  await pass(41);
  expect(results).toEqual(["first", "patient: unavailable true", "late: unavailable true"]);
  await pass(20);
  expect(results.at(-1)).toBe("late message: unavailable true");
});

test("a standing queue starts the newest request, and stays one until no request has waited for a second", async () => {
  const { results, send, pass, leave } = setUp(1);
  await send("first");
  await send("patient", "live");
  await pass(1_001);
  for (const name of ["a", "b"]) await send(name, "live");
  await leave();
  expect(results.at(-1)).toBe("b");
  // Refusals empty the queue, which is no sign of a free place.
  await pass(61);
  await leave();
  await send("c", "live");
  await send("late", "live");
  await pass(61);
  expect(results.slice(-3)).toEqual(["a: unavailable true", "c", "late: unavailable true"]);
  await leave();
  await pass(1_000);
  await send("d", "live");
  await send("patient again", "live");
  await pass(61);
  expect(results.at(-1)).toBe("d");
});

test("a limit that grows starts what waits", async () => {
  const { limit, results, send, pass } = setUp(1);
  await send("first");
  await send("second");
  limit.count = 2;
  await pass(100);
  expect(results).toEqual(["first", "second"]);
});

test("a request whose client has gone does not start", async () => {
  const { queue, results, send, leave } = setUp(1);
  const client = new AbortController();
  await send("first");
  await send("gone", "normal", client.signal);
  await send("second");
  client.abort();
  await leave();
  expect(results).toEqual(["first", "gone: unavailable true", "second"]);
  expect(queue.underWay()).toBe(1);
});

test("at most 2,000 requests wait, and a more urgent one replaces the newest of the others", async () => {
  const { queue, refused, results, send, leave } = setUp(0);
  for (let i = 0; i < 2_003; i++) void send(String(i), "bulk");
  expect([queue.waiting(), refused.length]).toEqual([2_000, 3]);
  await send("message", "live");
  await leave();
  expect(results).toContain("1999: unavailable true");
  expect([queue.waiting(), refused.at(-1)]).toEqual([1_999, "bulk"]);
});

test("reports use three quarters of the places at most, and others do not wait behind them", async () => {
  const { queue, results, send, leave } = setUp(4);
  for (const name of ["a", "b", "c", "d"]) await send(name, "bulk");
  expect([queue.underWay(), queue.waiting()]).toEqual([3, 1]);
  await send("message", "live");
  expect(results.at(-1)).toBe("message");
  await leave();
  await leave();
  expect(results.at(-1)).toBe("d");
});
