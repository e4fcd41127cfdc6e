import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ToolCredential } from "@/lib/agents/providers";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "@/lib/agents/providers/testing/authorization-server";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { runHttpTool, type ToolResult } from "./run";
import { HttpTool } from "./schema";
import { sendAuthorized } from "./send-authorized";

/** Signs that a header needs encoded (RFC 6749, section 2.3.1). */
const SECRET = "s3cret:%+/& ü";
const CLIENT = { id: "shop:client 1", secret: SECRET, scopes: ["orders.read", "orders.write"] };

let authorization: AuthorizationServer;
let service: Server;
let host: string;
let egress: HttpClient;
let received: { authorization: string | undefined; key: string | undefined }[];
let answer: (response: ServerResponse, token: string) => void;

beforeEach(async () => {
  received = [];
  answer = (response) => response.setHeader("content-type", "application/json").end('{"state":"sent"}');
  authorization = await startAuthorizationServer(CLIENT);
  service = createServer(({ headers }, response) => {
    received.push({ authorization: headers.authorization, key: String(headers["idempotency-key"]) });
    answer(response, headers.authorization ?? "");
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  egress = createHttpClient({ allowedHosts: [host, authorization.host] });
});
afterEach(async () => {
  await egress.close();
  await authorization.close();
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});

const credential = (change: object = {}): ToolCredential => ({
  kind: "oauth2",
  hosts: [host],
  tokenUrl: authorization.tokenUrl,
  clientId: CLIENT.id,
  clientSecret: SECRET,
  scope: "orders.read orders.write",
  audience: null,
  authentication: "client_secret_basic",
  ...change,
});

const run = (change: object = {}, tool: object = {}, signal?: AbortSignal): Promise<ToolResult> =>
  runHttpTool(
    HttpTool.parse({
      name: "look_up",
      description: "Looks up.",
      parameters: { type: "object", properties: {} },
      request: { method: "POST", url: `http://${host}/orders` },
      ...tool,
    }),
    {},
    { egress, credential: credential(change), signal },
  );

it.each(["client_secret_basic", "client_secret_post"])(
  "a token is requested with %s, cached, and shared by concurrent calls",
  async (authentication) => {
    const results = await Promise.all([run({ authentication }), run({ authentication })]);
    results.push(await run({ authentication }));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(authorization.issued).toHaveLength(1);
    expect(received.map((request) => request.authorization)).toEqual(
      results.map(() => `Bearer ${authorization.issued[0]}`),
    );
  },
);

it("another scope has another token", async () => {
  await run();
  await run({ scope: "orders.read" });
  await run({ scope: null });
  expect(authorization.issued).toHaveLength(3);
});

it("a token is replaced before it expires", async () => {
  authorization.expiresIn = 0.1;
  await run();
  await pause(60);
  await run();
  expect(authorization.issued).toHaveLength(2);
});

it("a token that the service refuses is replaced once, and the tool call keeps its idempotency key", async () => {
  await run();
  const [revoked] = authorization.issued;
  answer = (response, header) => response.writeHead(header === `Bearer ${revoked}` ? 401 : 200).end();
  const tool = { retries: { max: 0, idempotency: "key" } };
  expect(await run({}, tool)).toMatchObject({ ok: true, status: 200 });
  expect(received[1]?.key).toBe(received[2]?.key);
  answer = (response) => response.writeHead(401).end();
  expect(await run()).toMatchObject({ ok: false, status: 401, error: { code: "http_4xx" } });
  expect(authorization.issued).toHaveLength(3);
  expect(received).toHaveLength(5);
});

it("a 401 of a redirect's target is the response, as the first host can have acted on the request", async () => {
  answer = (response) => {
    if (received.length === 1) response.writeHead(303, { location: "/orders/1" }).end();
    else response.writeHead(401).end();
  };
  expect(await run()).toMatchObject({ ok: false, status: 401 });
  expect(received).toHaveLength(2);
  expect(authorization.issued).toHaveLength(1);
});

it("a 401 near the time limit is the response, and the next call has a new token", async () => {
  answer = (response) => response.writeHead(401).end();
  const request = { method: "GET", url: new URL(`http://${host}/`), headers: {}, body: null } as const;
  const remainingMs = () => (received.length === 0 ? 5_000 : 99);
  const allowance = { remainingMs, retriesLeft: 0, requests: 0, signal: undefined };
  const { response } = await sendAuthorized(request, { credential: credential(), egress, allowance });
  expect(response.status).toBe(401);
  expect(received).toHaveLength(1);
  answer = (response) => response.writeHead(204).end();
  expect(await run()).toMatchObject({ ok: true });
  expect(authorization.issued).toHaveLength(2);
});

it.each<[string, object, string]>([
  ["another secret", { clientSecret: "wrong" }, "token_client_refused"],
  ["another client", { clientId: "wrong", authentication: "client_secret_post" }, "token_client_refused"],
  ["a scope that the client lacks", { scope: "admin" }, "token_scope_refused"],
])(
  "%s is refused by the authorization server, and the service receives no request",
  async (_, change, reason) => {
    const result = await run(change);
    expect(result).toMatchObject({
      ok: false,
      result: null,
      error: { code: "authorization_failed", reason },
    });
    expect(JSON.stringify(result)).not.toContain("canary");
    expect(received).toEqual([]);
  },
);

it.each<[string, (response: ServerResponse) => void, string]>([
  ["fails", (response) => response.writeHead(503).end(), "token_server_failing"],
  ["redirects", (response) => response.writeHead(307, { location: "/" }).end(), "token_request_refused"],
  ["answers without a token", (response) => response.end("<html>"), "token_unusable"],
  [
    "issues a token of another type",
    (response) => response.end('{"access_token":"a","token_type":"mac"}'),
    "token_unusable",
  ],
  [
    "does not permit the grant",
    (response) => response.writeHead(400).end('{"error":"unauthorized_client"}'),
    "token_grant_refused",
  ],
  ["closes the connection", (response) => void response.destroy(), "token_unreachable"],
])("an authorization server that %s is reported", async (_, fail, reason) => {
  authorization.answer = fail;
  expect(await run()).toMatchObject({ ok: false, error: { code: "authorization_failed", reason } });
  authorization.answer = null;
  expect(await run()).toMatchObject({ ok: true });
});

it("the wait for a token is part of the tool's time limit", async () => {
  authorization.answer = () => {};
  expect(await run({}, { timeout_ms: 150 })).toMatchObject({ error: { reason: "token_unreachable" } });
  expect(received).toEqual([]);
});

it("a canceled call does not wait for a token, whose request continues for another call", async () => {
  const requested = new Promise<ServerResponse>((resolve) => {
    authorization.answer = resolve;
  });
  const canceling = new AbortController();
  const canceled = run({}, {}, canceling.signal);
  const next = run();
  const response = await requested;
  canceling.abort();
  expect(await canceled).toMatchObject({ error: { code: "canceled" } });
  response.end('{"access_token":"a","token_type":"Bearer"}');
  expect(await next).toMatchObject({ ok: true });
  expect(received.map((request) => request.authorization)).toEqual(["Bearer a"]);
});

it("a token URL in a private network is refused", async () => {
  const guarded = createHttpClient({ allowedHosts: [host] });
  const tool = { request: { method: "GET", url: `http://${host}/` } };
  const parsed = HttpTool.parse({ name: "a", description: "A.", parameters: { type: "object" }, ...tool });
  expect(await runHttpTool(parsed, {}, { egress: guarded, credential: credential() })).toMatchObject({
    error: { reason: "token_address_refused" },
  });
  await guarded.close();
});

it("neither the token nor the client secret is in a result", async () => {
  answer = (response, header) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ header, SECRET }));
  const tool = { response: { fields: [{ name: "echo", path: "header" }] } };
  for (const result of [await run(), await run({}, tool)]) {
    expect(JSON.stringify(result)).not.toContain("canary");
    expect(JSON.stringify(result)).not.toContain("s3cret");
  }
});
