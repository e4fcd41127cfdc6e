import "@/test/fixtures/loopback"; // first, so that the egress guard allows the stand-in servers
import type { AddressInfo } from "node:net";
import type { JobHelpers } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createJobHandlers } from "@/bin/worker/job-handlers";
import { type OpenAiServer, startOpenAiServer } from "@/lib/agents/models/testing/open-ai-server";
import { openMetrics } from "@/lib/data/metrics";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { routes } from "@/lib/http/routes.gen";
import { makeServer } from "@/lib/http/server";
import { carrierFor } from "@/lib/outreach/carriers";
import { directUrl } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { LANES } from "@/lib/platform/jobs/lanes";
import { runJobs } from "@/lib/platform/jobs/run";
import { taskList } from "@/lib/platform/jobs/tasks";
import { closeHub } from "@/lib/platform/live";
import { log } from "@/lib/platform/log";
import { startTracing } from "@/lib/platform/telemetry/start-tracing";
import { type Collector, openCollector, type SeenSpan } from "./fixtures/otlp/collector";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

const PATIENCE = { timeout: 30_000, interval: 50 };
const TEST_MS = 120_000;

/** Values that no export may contain. */
const CANARIES = {
  card: "4111111111111111",
  cardInGroups: "4111 1111 1111 1111",
  phone: "+12125550147",
  digits: "2125550147",
  name: "Quirin Maverly",
  surname: "Maverly",
  argument: "zebra-fjord-argument",
  token: "hook-token-8f3a61",
  prompt: "walrus-prompt-text",
  agentName: "Kestrel desk",
  query: "needle-of-query",
  pathId: "unlisted-path-id",
};

let collector: Collector;
let space: TestWorkspace;
let model: OpenAiServer;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let tool: Awaited<ReturnType<typeof openReceiver>>;
let origin: string;
let key: string;
let agentId: string;
let stopServer: () => Promise<void>;
let stopTracing: () => Promise<void>;
const { "webhook.event": event, "webhook.deliver": deliver } = createJobHandlers(carrierFor);

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    body: (await response.json().catch(() => null)) as Record<string, unknown>,
  };
}

beforeAll(async () => {
  collector = await openCollector();
  space = await makeWorkspace();
  key = await space.key("owner");
  model = await startOpenAiServer({ apiKey: null });
  receiver = await openReceiver(200);
  tool = await openReceiver(200);
  stopTracing = await startTracing("server", collector.tracesUrl);
  const { server, stop } = makeServer({
    routes,
    parts: {},
    pages: { web: (_, r) => r.writeHead(502).end(), upgrade: (_, s) => s.end(), close: () => undefined },
  });
  stopServer = stop;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await stopServer();
  await Promise.all([model.close(), receiver.close(), tool.close(), collector.close()]);
  await closeHub();
});

/** No byte that was exported so far belongs to a person or is a secret. */
function expectNoCanaries(): void {
  const exported = Buffer.concat(collector.bodies).toString("utf8");
  expect(exported.length).toBeGreaterThan(1_000);
  for (const [name, value] of Object.entries(CANARIES))
    expect([name, exported.includes(value)]).toEqual([name, false]);
}

/** The parent of a span among all that were exported; undefined for a root. */
const parentOf = (span: SeenSpan): SeenSpan | undefined =>
  collector.spans.find(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId);

/** The names of a span and of those above it. */
function pathOf(span: SeenSpan): string[] {
  const parent = parentOf(span);
  return [span.name, ...(parent === undefined ? [] : pathOf(parent))];
}

test("a request, its turn, its job and their calls to providers are one trace, without any value of a person", {
  timeout: TEST_MS,
}, async () => {
  const parameters = { type: "object", properties: { word: { type: "string" } }, required: ["word"] };
  await ask("POST", "/v1/tools", {
    ...{ name: "look_up", description: "Looks up.", parameters },
    request: { method: "POST", url: `${tool.url}/{{word}}` },
  });
  const credential = { kind: "model", base_url: model.baseUrl, api_key: null, models: ["m"] };
  await ask("POST", "/v1/integrations", { name: "standin", credential });
  const hook = await ask("POST", "/v1/webhooks", {
    url: `${receiver.url}?token=${CANARIES.token}`,
    events: ["call.started"],
  });
  expect(hook.status).toBe(201);
  const agent = await ask("POST", "/v1/agents", {
    ...{ name: CANARIES.agentName, prompt: CANARIES.prompt, model: "standin:m", tools: ["look_up"] },
    outcomes: [{ tag: "done", description: "It is done." }],
    ...{ type: "voice", voice_id: "builtin:slt" },
  });
  expect([agent.status, agent.body.details]).toEqual([201, undefined]);
  expect((await ask("POST", `/v1/agents/${agent.body.id}/deploy`)).status).toBeLessThan(300);
  agentId = String(agent.body.id);
  const contact = await ask("POST", "/v1/contacts", { phone: CANARIES.phone, name: CANARIES.name });
  expect(contact.status).toBe(201);
  model.script(
    { kind: "text", chunks: ["Welcome."] },
    { kind: "tools", calls: [{ name: "look_up", arguments: { word: CANARIES.argument } }] },
    { kind: "text", chunks: [`I noted it, ${CANARIES.name}.`] },
  );
  const call = await ask("POST", "/v1/calls", { agent_id: agent.body.id, channel: "chat" });
  expect(call.status).toBe(201);
  const words = `I am ${CANARIES.name}, card ${CANARIES.cardInGroups}, phone ${CANARIES.phone}.`;
  const message = await ask("POST", `/v1/calls/${call.body.id}/messages`, { text: words });
  expect(message.status).toBeLessThan(300);
  const missing = await ask("GET", `/v1/agents/${CANARIES.pathId}?q=${CANARIES.query}`);
  expect(missing.status).toBeGreaterThanOrEqual(400);
  await ask("GET", `/v1/contacts/${encodeURIComponent(CANARIES.phone)}`);

  const jobs = runJobs({ "webhook.event": event, "webhook.deliver": deliver }, {}, LANES.deliveries);
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), PATIENCE);
  await jobs.stop();
  await stopTracing();
  expect(collector.problems).toEqual([]);
  expect(tool.received.length).toBe(1);

  const byName = (name: string) => collector.spans.filter((span) => span.name === name);
  const [created] = byName("POST /v1/calls");
  expect(created).toMatchObject({
    parentSpanId: "",
    kind: "SPAN_KIND_SERVER",
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/calls",
      "http.response.status_code": 201,
      "parley.request.id": call.requestId,
      "parley.workspace.id": space.workspaceId,
      "parley.actor.type": "key",
    },
  });
  // The job that the request's transaction enqueued by a trigger, and the delivery within it.
  const delivered = byName("deliver webhook").map((span) => pathOf(span));
  expect(delivered).toContainEqual(["deliver webhook", "process webhook.event", "POST /v1/calls"]);
  const job = byName("process webhook.event").find(({ traceId }) => traceId === created?.traceId);
  expect(job?.attributes).toMatchObject({
    "messaging.destination.name": "webhook.event",
    "parley.request.id": call.requestId,
    "parley.job.result": "done",
  });
  // The turn, with the model and the tool that it called.
  const turnPath = ["turn", "POST /v1/calls/:id/messages"];
  const chats = byName("chat").map((span) => pathOf(span));
  expect(chats).toContainEqual(["chat", ...turnPath]);
  expect(byName("execute_tool").map((span) => pathOf(span))).toEqual([["execute_tool", ...turnPath]]);
  const outgoing = byName("POST").map((span) => pathOf(span).join(" < "));
  expect(outgoing).toContain(`POST < chat < ${turnPath.join(" < ")}`);
  expect(outgoing).toContain(`POST < execute_tool < ${turnPath.join(" < ")}`);
  const statements = collector.spans.filter(({ attributes }) => "db.query.summary" in attributes);
  expect(statements.some((span) => pathOf(span).at(-1) === "POST /v1/calls")).toBe(true);
  const refused = byName("GET /v1/agents/:id")[0];
  expect(refused?.attributes).toMatchObject({ "parley.reason": expect.any(String) });

  // No trace id leaves for a provider, a tool or a webhook.
  const sent = [
    ...model.requests.map(({ headers }) => headers),
    ...[...receiver.received, ...tool.received].map(({ headers }) => headers),
  ];
  expect(sent.length).toBeGreaterThan(2);
  for (const headers of sent)
    for (const name of ["traceparent", "tracestate", "baggage"]) expect(headers).not.toHaveProperty(name);

  expectNoCanaries();
  const exported = Buffer.concat(collector.bodies).toString("utf8");
  expect(exported).toContain("webhook.event");
});

test("a client's traceparent is ignored, linked or continued, as the operator says", {
  timeout: TEST_MS,
}, async () => {
  const client = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
  const traceparent = `00-${client.traceId}-${client.spanId}-01`;
  const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");
  const rootWith = async (incoming: typeof env.TRACE_INCOMING, header = traceparent) => {
    collector.spans.length = 0;
    vi.spyOn(env, "TRACE_INCOMING", "get").mockReturnValue(incoming);
    const stop = await startTracing("server", collector.tracesUrl);
    await fetch(`${origin}/v1/agents`, { headers: { authorization: `Bearer ${key}`, traceparent: header } });
    await stop();
    vi.restoreAllMocks();
    const root = collector.spans.find(({ name }) => name === "GET /v1/agents");
    return {
      continues: root?.traceId === base64(client.traceId) && root.parentSpanId === base64(client.spanId),
      links: root?.links.map(({ traceId }) => traceId === base64(client.traceId)),
    };
  };
  expect(await rootWith("ignore")).toEqual({ continues: false, links: [] });
  expect(await rootWith("link")).toEqual({ continues: false, links: [true] });
  expect(await rootWith("parent")).toEqual({ continues: true, links: [] });
  for (const invalid of ["00-zz", `ff${traceparent.slice(2)}`, `00-${"0".repeat(32)}-${client.spanId}-01`])
    expect(await rootWith("parent", invalid)).toEqual({ continues: false, links: [] });
  expect(collector.problems).toEqual([]);
});

test("metrics over OTLP have the names, labels and numbers of Prometheus", { timeout: TEST_MS }, async () => {
  env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT = collector.metricsUrl;
  const metrics = openMetrics({ role: "worker" });
  metrics.observe?.({ method: "GET", route: "/v1/agents", status: 200, ms: 30 });
  metrics.observe?.({ method: "GET", route: "/v1/agents", status: 404, ms: 3_000 });
  const text = await metrics.text();
  await vi.waitFor(async () => {
    await metrics.stop();
    expect(collector.metrics.length).toBeGreaterThan(0);
  }, PATIENCE);
  env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT = undefined;
  expect(collector.problems).toEqual([]);
  // Between the two reads a handle can close and a first garbage collection can run: neither has a series without one.
  const compared = (name: string) => !/^parley_nodejs_(active|gc)_/.test(name);
  const exposed = [...text.matchAll(/^# TYPE (\S+) \S+\n(.*)$/gm)].filter(([, name = "", next = ""]) =>
    next.startsWith(name),
  );
  const names = exposed.map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(20);
  const pushed = collector.metrics.map(({ name }) => name);
  expect(pushed.filter(compared).sort()).toEqual(names.filter(compared).sort());
  const named = (name: string) => collector.metrics.find((metric) => metric.name === name);
  const requests = named("parley_http_requests_total")?.sum;
  expect(requests).toMatchObject({ isMonotonic: true });
  expect(requests?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([1, 1]);
  const [seconds] = named("parley_http_request_duration_seconds")?.histogram?.dataPoints ?? [];
  expect(seconds).toMatchObject({ count: "2", sum: 3.03 });
  expect(named("parley_process_resident_memory_bytes")?.gauge?.dataPoints).toHaveLength(1);
  expectNoCanaries();
});

test("without traces, a job and its log lines still have the id of the request that caused it", async () => {
  const jobs = new pg.Client({ connectionString: directUrl() });
  await jobs.connect();
  const { requestId } = await ask("POST", "/v1/calls", { agent_id: agentId, channel: "chat" });
  const { rows } = await jobs.query<{ task: string; payload: { origin?: string } }>(
    `select t.identifier as task, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where j.payload->>'origin' like $1 || ' %'`,
    [requestId],
  );
  await jobs.end();
  // By the request's own statements, and by a trigger of them.
  const tasks = rows.map(({ task }) => task);
  expect(tasks).toContain("call.tick");
  expect(tasks).toContain("webhook.event");
  for (const { payload } of rows) expect(payload.origin).toBe(`${requestId} 0 -`);
  const error = vi.spyOn(log, "error").mockReturnValue(undefined);
  const runs: (string | undefined)[] = [];
  const { "call.tick": tick } = taskList({
    "call.tick": (_, __, id) => {
      runs.push(id);
      return Promise.reject(new Error("broken"));
    },
  });
  const payload = { workspaceId: space.workspaceId, callId: "call_1", origin: `${requestId} 0 -` };
  const helpers = { job: { id: "1", attempts: 1, max_attempts: 2 } } as unknown as JobHelpers;
  await expect(tick?.(payload, helpers)).rejects.toThrow(String(requestId));
  expect(runs).toEqual([requestId]);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ requestId }), expect.any(String));
  vi.restoreAllMocks();
});
