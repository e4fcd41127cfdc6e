import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "@/lib/http/routes.gen";
import type { hasCapability } from "@/lib/identity/access";
import { createKey } from "@/lib/identity/keys";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { noPages } from "../pages-proxy";
import { makeServer } from "../server";
import { createMcpRoute } from "./mcp-route";
import { MCP_PATH } from "./path";
import { TOOLS } from "./tools";

let space: TestWorkspace;
let server: Server;
let stop: () => Promise<void>;
let url: URL;
beforeAll(async () => {
  space = await makeWorkspace();
  const gateway = makeServer({
    routes: [...routes, [MCP_PATH, { POST: createMcpRoute(routes) }]],
    pages: noPages,
    parts: {},
  } as never);
  server = gateway.server as Server;
  stop = gateway.stop;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${MCP_PATH}`);
});
afterAll(() => stop());

type Role = Parameters<typeof hasCapability>[0];
async function keyOf(role: Role): Promise<string> {
  const { secret } = await createKey(space.ctx("owner"), { name: role, role, environment: "live" } as never);
  if (secret === undefined) throw new Error("The key has no secret.");
  return secret;
}

/** `auto` speaks the revision of 2026, `legacy` that of 2025. */
async function connect(role: Role, mode: "auto" | "legacy" = "auto"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${await keyOf(role)}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });

type Result = { structuredContent?: Record<string, unknown>; isError?: boolean; content: { text: string }[] };
const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as unknown as Result;

test.each(["auto", "legacy"] as const)(
  "an agent is built and deployed by the tools of a %s client",
  async (mode) => {
    const client = await connect("admin", mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\w/);
      expect(JSON.stringify(inputSchema)).not.toContain("#/components/");
    }
    const created = await call(client, "create_agent", {
      body: {
        name: "Front desk",
        type: "messaging",
        prompt: "Ask for the day.",
        variables: [{ name: "day", type: "date" }],
      },
    });
    expect(created.content[0]?.text).toContain("agt_");
    const id = String(created.structuredContent?.id);
    expect(id).toMatch(/^agt_/);
    const draft = await call(client, "update_agent_draft", { id, body: { greeting: "Hello." } });
    expect(draft.structuredContent).toMatchObject({ id });
    expect((await call(client, "deploy_agent", { id })).structuredContent).toMatchObject({ live_version: 1 });
    const listed = await call(client, "list_agents", { limit: 5 });
    expect(listed.structuredContent).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id })]),
    });
    await client.close();
  },
);

test("a key sees and calls only the tools of its role, and a refusal says what to do", async () => {
  const client = await connect("viewer");
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("get_call");
  expect(names).not.toContain("create_agent");
  expect(await call(client, "deploy_agent", { id: "agt_0" })).toMatchObject({ isError: true });
  const missing = await call(client, "get_call", { id: `call_${"0".repeat(26)}` });
  expect(missing).toMatchObject({ isError: true });
  const unknown = await call(client, "list_calls", { nonsense: 1 });
  expect(unknown.content[0]?.text).toContain("Unknown arguments: nonsense");
  const invalid = await call(client, "list_calls", { limit: 1_000 });
  expect(invalid.content[0]?.text).toContain("limit");
  await client.close();
});

test("requests without a key, of a session, or that are no JSON-RPC are refused", async () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expect((await post(list)).status).toBe(401);
  expect((await post(list, { authorization: "Bearer nonsense" })).status).toBe(401);
  const authorization = `Bearer ${await keyOf("viewer")}`;
  expect((await post({ nonsense: true }, { authorization })).status).toBe(400);
  expect((await fetch(url, { headers: { authorization } })).status).toBe(405);
  const response = await post(list, { authorization });
  expect(response.headers.get("cache-control")).toContain("no-store");
  const listen = { jsonrpc: "2.0", id: 2, method: "subscriptions/listen", params: {} };
  expect(await (await post(listen, { authorization })).json()).toMatchObject({ error: { code: -32_601 } });
});
