// The same handlers are called by the server and by Next alone; a client cannot tell which of the two answered.
import { expect, test } from "@playwright/test";
import { freePort } from "@/test/fixtures/free-port";
import { dataFolder, END_TIMEOUT_MS, READY_TIMEOUT_MS, ready, type Started, start } from "./process";

const KEY = "prl_live_BothHostsTestKey1_0123456789abcdefghijklmnopqrstuv";
/** Headers of the connection or compression, not of the response. */
const TRANSPORT = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
]);
const MIB = 1 << 20;

type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string; bare?: boolean };
type Answer = { status: number; headers: Record<string, string>; body: string };

test.describe.configure({ mode: "serial" });
const data = dataFolder();
let parley: Started;
let hosts: { server: string; next: string };
/** A live agent, and a draft. */
let live: string;
let draft: string;

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS + END_TIMEOUT_MS);
  const [port, pagesPort] = [await freePort(), await freePort()];
  hosts = { server: `http://127.0.0.1:${port}`, next: `http://127.0.0.1:${pagesPort}` };
  parley = start({
    DATA_DIR: data.path,
    PORT: String(port),
    PAGES_PORT: String(pagesPort),
    // Next alone does not know the connection; behind a proxy both take the address from its header.
    TRUST_PROXY: "1",
    PARLEY_INIT_WORKSPACE: "Both hosts",
    PARLEY_INIT_OWNER_EMAIL: "owner@example.com",
    PARLEY_INIT_OWNER_PASSWORD: "a password of the tests",
    PARLEY_INIT_API_KEY: KEY,
  });
  await ready(parley);
  draft = await makeAgent();
  live = await makeAgent();
  expect((await ask(hosts.server, { path: `/v1/agents/${live}/deploy`, method: "POST" })).status).toBe(200);
});
test.afterAll(async () => {
  parley.process.kill("SIGTERM");
  await parley.exit;
  data.remove();
});

async function ask(
  host: string,
  { path, method = "GET", headers = {}, body, bare = false }: Ask,
): Promise<Answer> {
  const answer = await fetch(host + path, {
    method,
    headers: {
      "X-Forwarded-For": "198.51.100.1",
      ...(!bare && { Authorization: `Bearer ${KEY}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: "manual",
  });
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !TRANSPORT.has(name))),
    body: await answer.text(),
  };
}

const AGENT = {
  name: "Both hosts",
  type: "messaging",
  prompt: "Book a table.",
  variables: [{ name: "day", type: "date", description: "the day", required: true }],
};

async function makeAgent(): Promise<string> {
  const created = await ask(hosts.server, {
    path: "/v1/agents",
    method: "POST",
    body: JSON.stringify(AGENT),
  });
  expect(created.status, created.body).toBe(201);
  return JSON.parse(created.body).id;
}

/** An answer without what is new each time: ids, times, durations, what is left of a window. */
function normal(text: string): string {
  return text
    .replace(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, "$1_…")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "revision")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replace(/"(\w+_ms)":\d+/g, '"$1":0')
    .replace(/r=\d+;t=\d+/g, "r=…;t=…");
}
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: JSON.parse(normal(JSON.stringify(headers))),
  body: normal(body),
});

const CASES: Record<string, { status: number; ask: () => Ask }> = {
  "a list": { status: 200, ask: () => ({ path: "/v1/agents?limit=1&include_total=true" }) },
  "a resource": { status: 200, ask: () => ({ path: `/v1/agents/${live}` }) },
  "a resource at a percent-encoded path": {
    status: 200,
    ask: () => ({ path: `/v1/agents/${live.replace("_", "%5F")}` }),
  },
  "an action": {
    status: 200,
    ask: () => ({ path: `/v1/agents/${live}/deploy`, method: "POST", body: "{}" }),
  },
  "an action without a body": {
    status: 200,
    ask: () => ({ path: `/v1/agents/${live}/deploy`, method: "POST" }),
  },
  "a creation": {
    status: 201,
    ask: () => ({ path: "/v1/agents", method: "POST", body: JSON.stringify(AGENT) }),
  },
  "text that is not English": {
    status: 201,
    ask: () => ({
      path: "/v1/agents",
      method: "POST",
      body: JSON.stringify({ ...AGENT, name: "مرحبا 👋 שלום" }),
    }),
  },
  HEAD: { status: 200, ask: () => ({ path: `/v1/agents/${live}`, method: "HEAD" }) },
  "an open document": { status: 200, ask: () => ({ path: "/v1/openapi.json", bare: true }) },
  "an unknown query parameter": { status: 400, ask: () => ({ path: "/v1/agents?colour=red" }) },
  "a bad cursor": { status: 400, ask: () => ({ path: "/v1/agents?cursor=nonsense" }) },
  "a missing and an unknown field": {
    status: 400,
    ask: () => ({ path: "/v1/agents", method: "POST", body: '{"name":"x","type":"messaging","colour":1}' }),
  },
  "malformed JSON": {
    status: 400,
    ask: () => ({ path: "/v1/agents", method: "POST", body: '{"name":' }),
  },
  "a NUL": {
    status: 400,
    ask: () => ({ path: "/v1/agents", method: "POST", body: JSON.stringify({ ...AGENT, name: "a\0b" }) }),
  },
  "no key": { status: 401, ask: () => ({ path: "/v1/agents", bare: true }) },
  "a wrong key": {
    status: 401,
    ask: () => ({ path: "/v1/agents", headers: { Authorization: `Bearer ${KEY.slice(0, -1)}x` } }),
  },
  "a key in a browser": {
    status: 403,
    ask: () => ({ path: "/v1/agents", headers: { Origin: "https://elsewhere.test" } }),
  },
  "an unknown path": { status: 404, ask: () => ({ path: "/v1/nothing/here" }) },
  "the API's root": { status: 404, ask: () => ({ path: "/v1" }) },
  "a trailing slash": { status: 404, ask: () => ({ path: "/v1/agents/" }) },
  "a path that cannot be decoded": { status: 404, ask: () => ({ path: "/v1/agents/%ff" }) },
  "a malformed id": { status: 404, ask: () => ({ path: "/v1/agents/a%2Fb" }) },
  "an id that is not there": {
    status: 404,
    ask: () => ({ path: `/v1/agents/${live.slice(0, -4)}${live.endsWith("0000") ? "1111" : "0000"}` }),
  },
  OPTIONS: {
    status: 405,
    ask: () => ({
      path: "/v1/agents",
      method: "OPTIONS",
      headers: { Origin: "https://elsewhere.test", "Access-Control-Request-Method": "POST" },
    }),
  },
  "a method that the path has not": {
    status: 405,
    ask: () => ({ path: `/v1/agents/${live}`, method: "PUT" }),
  },
  "a call of an agent that is not live": {
    status: 409,
    ask: () => ({
      path: "/v1/calls",
      method: "POST",
      body: JSON.stringify({ agent_id: draft, channel: "chat" }),
    }),
  },
  "1 MiB and a byte": {
    status: 413,
    ask: () => ({ path: "/v1/agents", method: "POST", body: "x".repeat(MIB + 1) }),
  },
  "a media type that is not JSON": {
    status: 415,
    ask: () => ({
      path: "/v1/agents",
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "text/plain" },
    }),
  },
};

for (const [name, { status, ask: request }] of Object.entries(CASES)) {
  test(`both hosts answer ${name} with the same ${status}`, async () => {
    const server = await ask(hosts.server, request());
    const next = await ask(hosts.next, request());
    expect(server.status, server.body).toBe(status);
    expect(comparable(next)).toEqual(comparable(server));
  });
}

test("what one host has done under an Idempotency-Key, the other answers again", async () => {
  const request: Ask = {
    path: "/v1/agents",
    method: "POST",
    body: JSON.stringify(AGENT),
    headers: { "Idempotency-Key": "across-hosts" },
  };
  const first = await ask(hosts.server, request);
  const nextAnswer = await ask(hosts.next, request);
  expect(first.status, first.body).toBe(201);
  expect([nextAnswer.status, nextAnswer.body]).toEqual([201, first.body]);
  expect(nextAnswer.headers["idempotent-replayed"]).toBe("true");
  expect(nextAnswer.headers.location).toBe(first.headers.location);
});

/** The events of a stream, with what was spoken in pieces put together. */
function eventsOf(body: string): { event: string; data: unknown }[] {
  const events = [...body.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, event = "", data = ""]) => ({
    event,
    data: normal(data),
  }));
  return events.filter(({ event }) => event !== "turn.delta");
}

test("a conversation goes the same way on both hosts, whole and as a stream", async () => {
  const talk = async (host: string) => {
    const call = await ask(host, {
      path: "/v1/calls",
      method: "POST",
      body: JSON.stringify({ agent_id: live, channel: "chat" }),
    });
    expect(call.status, call.body).toBe(201);
    const path = `/v1/calls/${JSON.parse(call.body).id}/messages`;
    const say = (text: string, headers: Record<string, string> = {}) =>
      ask(host, { path, method: "POST", body: JSON.stringify({ text }), headers });
    const whole = await say("On 2027-03-04, please.");
    expect(whole.status, whole.body).toBe(200);
    const stream = await say("Yes, that is right.", { Accept: "text/event-stream" });
    expect(stream.status, stream.body).toBe(200);
    expect(stream.body).toMatch(/^event: turn\.delta$/m);
    return {
      call: comparable(call),
      whole: comparable(whole),
      headers: stream.headers,
      events: eventsOf(stream.body),
    };
  };
  const server = await talk(hosts.server);
  const next = await talk(hosts.next);
  expect(server.events.length).toBeGreaterThan(0);
  expect(next.call).toEqual(server.call);
  expect(next.whole).toEqual(server.whole);
  expect(next.events).toEqual(server.events);
  expect(Object.keys(next.headers).sort()).toEqual(Object.keys(server.headers).sort());
});
