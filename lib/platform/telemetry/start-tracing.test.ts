import { afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { type Collector, type CollectorBehavior, openCollector } from "@/test/fixtures/otlp/collector";
import { isTracing, logFields, originOfJobs, parseOrigin, startSpan, withSpan } from ".";
import { startTracing } from "./start-tracing";

const PATIENCE = { timeout: 30_000, interval: 25 };
const TEST_MS = 90_000;
const MANY = 10_000;
/** The queue of spans and the two exports in flight. */
const MAX_KEPT = 2_048 + 2 * 512;

let collector: Collector;
afterEach(async () => {
  vi.restoreAllMocks();
  await collector?.close();
});

const makeSpans = (count: number) => {
  for (let i = 0; i < count; i++) startSpan("turn").end();
};

test("without an endpoint, spans cost no context and no origin, and work runs as before", async () => {
  const stop = await startTracing("server", undefined);
  expect(isTracing()).toBe(false);
  const result = await withSpan("turn", {}, async (span) => {
    span.set({ "parley.channel": "chat" });
    return [logFields(), originOfJobs(undefined)];
  });
  expect(result).toEqual([{}, null]);
  await expect(withSpan("turn", {}, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await stop();
});

test("nested spans are one trace, with the request in log lines and in jobs", async () => {
  collector = await openCollector();
  const stop = await startTracing("worker", collector.tracesUrl);
  const requestId = `req_${"0".repeat(26)}`;
  const request = { id: requestId, depth: 2 };
  const logged = await withSpan("process call.tick", { kind: "consumer", request }, () =>
    withSpan("turn", {}, async () => ({ fields: logFields(), origin: originOfJobs(undefined) })),
  );
  await expect(withSpan("chat", {}, () => Promise.reject(new TypeError("a secret")))).rejects.toThrow();
  await stop();
  expect(collector.problems).toEqual([]);
  expect(logged.fields).toEqual({ requestId, traceId: expect.any(String), spanId: expect.any(String) });
  expect(parseOrigin({ origin: logged.origin })).toMatchObject({
    requestId,
    depth: 2,
    span: { traceId: logged.fields.traceId, isSampled: true },
  });
  const [turn, job, chat] = collector.spans;
  expect(turn?.parentSpanId).toBe(job?.spanId);
  expect(chat?.traceId).not.toBe(job?.traceId);
  expect(chat).toMatchObject({
    status: { code: "STATUS_CODE_ERROR" },
    attributes: { "error.type": "TypeError" },
  });
  expect(Buffer.concat(collector.bodies).includes("a secret")).toBe(false);
  expect(collector.resources[0]).toMatchObject({ "service.name": "parley", "parley.role": "worker" });
  expect(isTracing()).toBe(false);
});

test.each<CollectorBehavior>([500, 503, "hang", "hang up"])(
  "a collector that answers %s costs bounded memory, one warning, and no work",
  { timeout: TEST_MS },
  async (behavior) => {
    collector = await openCollector();
    collector.behave(behavior);
    const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
    vi.spyOn(log, "info").mockReturnValue(undefined);
    const stop = await startTracing("server", collector.tracesUrl);
    makeSpans(MANY);
    await vi.waitFor(() => expect(collector.requests()).toBeGreaterThan(0), PATIENCE);
    expect(await withSpan("turn", {}, async () => "done")).toBe("done");
    if (behavior === 500) {
      await vi.waitFor(() => expect(warn).toHaveBeenCalled(), PATIENCE);
      makeSpans(MANY);
      await vi.waitFor(() => expect(collector.requests()).toBeGreaterThan(3), PATIENCE);
    }
    collector.behave("ok");
    await stop();
    expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
    if (behavior === 500) expect(warn).toHaveBeenCalledOnce();
    expect(JSON.stringify(warn.mock.calls)).not.toContain("secret of the collector");
    expect(collector.spans.length).toBeLessThanOrEqual(MAX_KEPT);
  },
);
