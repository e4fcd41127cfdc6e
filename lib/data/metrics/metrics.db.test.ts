import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "@/lib/http/routes.gen";
import { makeServer } from "@/lib/http/server";
import { writeUnaudited } from "@/lib/platform/db";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { take } from "@/lib/platform/limits";
import { closeHub } from "@/lib/platform/live";
import { providerFailures } from "@/lib/platform/provider-failures";
import { voiceFigures } from "@/lib/voice";
import { freePort } from "@/test/fixtures/free-port";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { type Meter, meterInstallation, meterVoice, openMetrics } from ".";
import { createFigureCache } from "./figure-cache";

const TOKEN = "0123456789abcdef0123456789abcdef";
const PAST = "2020-01-01T00:00:00.000Z";

/** The product's server, with these metrics. */
async function open(options: Parameters<typeof openMetrics>[0]) {
  const metrics = openMetrics(options);
  const { server, stop } = makeServer({
    routes,
    parts: {},
    pages: {
      web: (_, response) => response.writeHead(502).end("a page"),
      upgrade: (_, socket) => socket.end(),
      close: () => undefined,
    },
    metrics: metrics.handler,
    observe: metrics.observe,
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    metrics,
    ask: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    scrape: (authorization: string) =>
      fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } }),
    close: () => Promise.all([stop(), metrics.stop()]),
  };
}

/** The value of a series by its name with labels; undefined if it does not exist. */
function figureOf(text: string, series: string): number | undefined {
  const line = text.split("\n").find((row) => row.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

let space: TestWorkspace;
let key: string;
beforeAll(async () => {
  space = await makeWorkspace();
  key = await space.key("viewer");
});
afterAll(() => closeHub());

test("without a port and a token, nothing is counted or served, and there is no /metrics", async () => {
  const host = await open({ meters: [meterInstallation()] });
  expect([host.metrics.observe, await host.metrics.text()]).toEqual([undefined, ""]);
  for (const headers of [{}, { authorization: "Bearer undefined" }, { authorization: "Bearer " }])
    expect((await host.ask("/metrics", { headers })).status).toBe(404);
  await host.close();
});

test("with only the operator's token, the main port serves them: 401 for a missing or wrong token", async () => {
  const host = await open({ token: TOKEN });
  for (const wrong of [
    "",
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    "Bearer",
    `Basic ${TOKEN}`,
    `Bearer ${key}`,
  ]) {
    const refused = await host.scrape(wrong);
    expect([wrong, refused.status]).toEqual([wrong, 401]);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect(await refused.text()).not.toContain("parley_");
  }
  const scraped = await host.scrape(`Bearer ${TOKEN}`);
  expect(scraped.status).toBe(200);
  expect(scraped.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(scraped.headers.get("cache-control")).toBe("no-store");
  expect(await scraped.text()).toMatch(/^parley_process_cpu_seconds_total \d/m);
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect((await host.ask("/metrics", { method: "POST", headers })).status).toBe(405);
  expect(await (await host.ask("/metrics", { method: "HEAD", headers })).text()).toBe("");
  await host.close();
});

test("a separate port is on loopback only, serves nothing else, and is not the main port", async () => {
  const port = await freePort();
  const host = await open({ port });
  const at = (path: string, address = "127.0.0.1") => fetch(`http://${address}:${port}${path}`);
  expect(await (await at("/metrics")).text()).toMatch(/^parley_nodejs_eventloop_lag_seconds /m);
  for (const path of ["/", "/v1/agents", "/metrics/"]) expect((await at(path)).status).toBe(404);
  // Another address of this machine, which would respond if all interfaces were served.
  await expect(at("/metrics", "127.0.0.2")).rejects.toThrow();
  expect((await host.scrape(`Bearer ${TOKEN}`)).status).toBe(404);
  await host.close();
  await expect(at("/metrics")).rejects.toThrow();
});

// macOS has no second loopback address.
test.skipIf(process.platform === "darwin")(
  "a separate port at another address needs the token, and answers probes without it",
  async () => {
    const port = await freePort();
    const host = await open({ port, host: "0.0.0.0", isOpen: false, token: TOKEN });
    const at = (path: string, headers = {}) => fetch(`http://127.0.0.2:${port}${path}`, { headers });
    expect((await at("/healthz")).status).toBe(200);
    const refused = await at("/metrics");
    expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining("parley_")]);
    const read = await at("/metrics", { authorization: `Bearer ${TOKEN}` });
    expect(await read.text()).toMatch(/^parley_process_cpu_seconds_total \d/m);
    expect((await at("/v1/agents")).status).toBe(404);
    await host.close();
  },
);

test("a port that is taken costs the metrics, and not the process or its calls", async () => {
  const first = await open({ port: await freePort(), token: TOKEN });
  const occupied = createServer();
  await new Promise<void>((done) => occupied.listen(0, "127.0.0.1", done));
  const second = await open({ port: (occupied.address() as AddressInfo).port, token: TOKEN });
  expect((await second.scrape(`Bearer ${TOKEN}`)).status).toBe(200);
  await Promise.all([first.close(), second.close()]);
  await new Promise((done) => occupied.close(done));
});

test("requests are counted by route template and status class, never by their path", async () => {
  const host = await open({ token: TOKEN });
  const headers = { authorization: `Bearer ${key}` };
  const id = newId("agt");
  const statuses: number[] = [];
  for (const [path, init] of [
    ["/v1/agents", { headers }],
    ["/v1/agents", { headers }],
    ["/v1/agents", {}],
    [`/v1/agents/${id}?q=secret-words`, { headers }],
    ["/v1/contacts/+12125550123", { headers }],
    ["/v1/secret-path", { headers }],
    ["/v1/agents", { headers, method: "PROPFIND" }],
    ["/calls/secret-page", { headers }],
  ] as [string, RequestInit][]) {
    const { status } = await host.ask(path, init);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 401, 400, 404, 404, 405, 502]);
  const text = await host.metrics.text();
  const counted = (method: string, route: string, status: string) =>
    figureOf(text, `parley_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  expect([counted("GET", "/v1/agents", "2xx"), counted("GET", "/v1/agents", "4xx")]).toEqual([2, 1]);
  expect(counted("GET", "/v1/agents/:id", "4xx")).toBe(1);
  expect(counted("GET", "none", "4xx")).toBe(1);
  expect(counted("other", "/v1/agents", "4xx")).toBe(1);
  expect(counted("GET", "pages", "5xx")).toBe(1);
  const duration = 'parley_http_request_duration_seconds_count{method="GET",route="/v1/agents"}';
  expect(figureOf(text, duration)).toBe(3);
  expect(text).not.toMatch(/agt_|\+1212|secret|PROPFIND/);
  await host.close();
});

test("the queue, conversations and webhooks of all workspaces are exposed without names or IDs of workspaces", async () => {
  const { workspaceId } = space;
  await plainBatch(
    plain
      .insertInto("worker_heartbeats")
      .values({ worker_id: "worker-a", last_heartbeat_at: new Date().toISOString() }),
  );
  const job = (noticeId: string, runAt: string) =>
    enqueue("notice.mail", { workspaceId, noticeId }, { key: noticeId, runAt });
  await writeUnaudited({ workspaceId }, { run: [job("one", PAST), job("two", "2090-01-01T00:00:00.000Z")] });
  const host = await open({ token: TOKEN, meters: [meterInstallation(), meterVoice(voiceFigures)] });
  const text = await host.metrics.text();
  expect(figureOf(text, 'parley_jobs{task="notice.mail",state="due"}')).toBe(1);
  expect(figureOf(text, 'parley_jobs{task="notice.mail",state="later"}')).toBe(1);
  expect(figureOf(text, 'parley_jobs{task="notice.mail",state="failed"}')).toBe(0);
  expect(figureOf(text, 'parley_jobs_oldest_due_seconds{task="notice.mail"}')).toBeGreaterThan(100_000_000);
  expect(figureOf(text, 'parley_calls{channel="chat"}')).toBe(0);
  expect(figureOf(text, "parley_webhook_deliveries_waiting")).toBe(0);
  expect(figureOf(text, "parley_workers")).toBe(1);
  expect(figureOf(text, 'parley_figures_read{part="queue"}')).toBe(1);
  expect(figureOf(text, 'parley_db_connections{state="in_use"}')).toBe(0);
  expect(figureOf(text, 'parley_voice_calls{channel="phone"}')).toBe(0);
  expect(figureOf(text, 'parley_voice_frame_lateness_seconds_bucket{le="+Inf"}')).toBe(0);
  expect(figureOf(text, 'parley_voice_answer_delay_seconds_bucket{part="total",le="1"}')).toBe(0);
  expect(figureOf(text, 'parley_voice_answer_delay_seconds_sum{part="model"}')).toBe(0);
  expect(figureOf(text, "parley_voice_dropped_frames_total")).toBe(0);
  expect(figureOf(text, "parley_voice_incomplete_utterances_total")).toBe(0);
  expect(text).not.toContain(workspaceId);
  await host.close();
});

test("a job with an unknown name is exposed as `other`", async () => {
  const jobs = [{ task: "+12125550123", due: 2, running: 0, later: 0, failed: 0, oldest_s: 1 }];
  const meter = meterInstallation({
    queue: async () => ({ workers: 1, jobs }),
    workspaces: async () => null,
    backfills: async () => null,
  });
  const host = await open({ token: TOKEN, meters: [meter] });
  const text = await host.metrics.text();
  expect(figureOf(text, 'parley_jobs{task="other",state="due"}')).toBe(2);
  expect(text).not.toContain("2125550123");
  await host.close();
});

test("figures that the database cannot provide are missing, with an error metric, and others remain", async () => {
  const queue = createFigureCache("queue", async () => {
    throw new Error("secret words of the database");
  });
  const meter: Meter = meterInstallation({
    queue,
    workspaces: async () => null,
    backfills: async () => null,
  });
  const host = await open({ token: TOKEN, meters: [meter] });
  const scraped = await host.scrape(`Bearer ${TOKEN}`);
  const text = await scraped.text();
  expect(scraped.status).toBe(200);
  expect(figureOf(text, 'parley_figures_read{part="queue"}')).toBe(0);
  expect(figureOf(text, 'parley_figures_read{part="workspaces"}')).toBe(0);
  for (const name of ["parley_workers", "parley_webhook_deliveries_waiting"])
    expect([name, figureOf(text, name)]).toEqual([name, undefined]);
  expect(text).toMatch(/^parley_process_resident_memory_bytes \d/m);
  expect(text).not.toContain("secret");
  await host.close();
});

test("limit refusals are counted by the kind of window, and provider failures by the kind of account", async () => {
  for (let n = 0; n < 3; n++) await take("open:203.0.113.77", 1);
  providerFailures.count({ part: "voice", provider: "deepgram", kind: "timeout" });
  const host = await open({ token: TOKEN });
  const text = await host.metrics.text();
  expect(figureOf(text, 'parley_rate_limit_refusals_total{window="open"}')).toBe(2);
  expect(
    figureOf(text, 'parley_provider_failures_total{part="voice",provider="deepgram",kind="timeout"}'),
  ).toBe(1);
  expect(text).not.toContain("203.0.113");
  await host.close();
});
