import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAgent, deployAgent, updateAgent } from "@/lib/agents/agents";
import { CreateAgent, UpdateAgent } from "@/lib/agents/agents/schema";
import { createIntegration, disconnectIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { makeWorkspace } from "@/test/fixtures/workspace";
import {
  createTool,
  deleteTool,
  dryRunTool,
  listBuiltins,
  listTools,
  parseOutcome,
  readCallTools,
  readTool,
  runTool,
  serializeOutcome,
  updateTool,
} from "./index";
import { CreateTool, ListTools, Tool, UpdateTool } from "./schema";

/** A service of the workspace, on a real socket. */
let service: Server;
let host: string;
let egress: HttpClient;
let addresses: { egress: HttpClient; allowedHosts: string[] };
let receivedRequests: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
let ctx: Ctx;

beforeAll(async () => {
  service = createServer(({ url, headers }, response) => {
    receivedRequests.push({ url, headers });
    response.setHeader("content-type", "application/json");
    response.end('{"state":"sent"}');
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  egress = createHttpClient({ allowedHosts: [host], resolve: async () => ["93.184.216.34"] });
  addresses = { egress, allowedHosts: [host] };
});
beforeEach(async () => {
  receivedRequests = [];
  ctx = (await makeWorkspace()).ctx();
});
afterAll(async () => {
  await egress.close();
  await new Promise((done) => service.close(done));
});

const definition = (overrides: object = {}) =>
  CreateTool.parse({
    name: "look_up",
    description: "Looks an order up.",
    parameters: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    request: { method: "GET", url: `http://${host}/orders/{{order}}` },
    ...overrides,
  });
const make = (overrides: object = {}) => createTool(ctx, definition(overrides), addresses);
const change = (id: string, changes: object) =>
  updateTool(ctx, id, UpdateTool.parse(changes), null, addresses);
const connect = (overrides: object = {}) => {
  const credential = { kind: "bearer", token: "secret-token" };
  return createIntegration(
    ctx,
    CreateIntegration.parse({ name: "Orders", hosts: [host], credential, ...overrides }),
  );
};
const agentWith = async (...tools: string[]) => {
  const fields = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind.", tools };
  return createAgent(ctx, CreateAgent.parse(fields));
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
const pointers = async (work: Promise<unknown>) =>
  (await refusal(work))?.details?.map((d) => [d.pointer, d.code]);

describe("the workspace's own tools", () => {
  test("are returned as created, changed by field, and deleted", async () => {
    const tool = await make();
    expect(Tool.parse(tool)).toEqual(tool);
    expect(await readTool(ctx, tool.id)).toEqual(tool);
    const policies = {
      response: { fields: [{ name: "state", path: "order.state" }] },
      retries: { max: 2, idempotency: "declared" },
    };
    const changes = { description: "Finds an order.", timeout_ms: 500, ...policies };
    const changed = await change(tool.id, changes);
    expect(changed).toMatchObject({ ...changes, request: tool.request });
    expect((await listTools(ctx, ListTools.parse({}))).data).toEqual([changed]);
    await deleteTool(ctx, tool.id);
    expect((await refusal(readTool(ctx, tool.id)))?.code).toBe("not_found");
    const events = await ctx.db.all(
      db.selectFrom("audit_events").select("action").where("target", "=", tool.id).orderBy("seq"),
    );
    expect(events.map(({ action }) => action)).toEqual(["tool.created", "tool.updated", "tool.deleted"]);
  });

  test("have unique names, different from built-in tools", async () => {
    const { id } = await make();
    expect(await pointers(make({ name: "opt_out" }))).toEqual([["/name", "reserved"]]);
    expect((await refusal(make()))?.code).toBe("conflict");
    const otherTool = await make({ name: "other" });
    expect((await refusal(change(otherTool.id, { name: "look_up" })))?.code).toBe("conflict");
    expect(await pointers(change(id, { name: "end_call" }))).toEqual([["/name", "reserved"]]);
  });

  test("call only permitted addresses", async () => {
    const at = (url: string) => pointers(make({ request: { method: "GET", url } }));
    expect(await at("http://169.254.169.254/latest/meta-data")).toEqual([
      ["/request/url", "refused_address"],
    ]);
    expect(await at("https://[::1]/")).toEqual([["/request/url", "refused_address"]]);
    expect(await at("http://api.example.com/")).toEqual([["/request/url", "insecure_address"]]);
    expect(await at("https://api.example.com/")).toBeUndefined();
    const { data } = await listTools(ctx, ListTools.parse({}));
    expect(
      await pointers(change(data[0]?.id ?? "", { request: { method: "GET", url: "https://10.0.0.1/" } })),
    ).toEqual([["/request/url", "refused_address"]]);
  });

  test("name an existing credential that is bound to their host", async () => {
    const { id } = await connect({ hosts: ["api.example.com"] });
    const model = await createIntegration(
      ctx,
      CreateIntegration.parse({
        name: "acme",
        credential: { kind: "model", base_url: `http://${host}`, models: ["m"] },
      }),
      addresses,
    );
    const disconnected = await connect({ name: "Gone" });
    await disconnectIntegration(ctx, disconnected.id);
    expect(await pointers(make({ integration_id: id }))).toEqual([["/request/url", "host_not_bound"]]);
    expect(await pointers(make({ integration_id: model.id }))).toEqual([["/integration_id", "not_allowed"]]);
    expect(await pointers(make({ integration_id: disconnected.id }))).toEqual([
      ["/integration_id", "unknown_integration"],
    ]);
  });

  test("stay consistent if a change leaves a placeholder without its parameter", async () => {
    const tool = await make();
    expect(await pointers(change(tool.id, { parameters: { type: "object", properties: {} } }))).toEqual([
      ["/request/url", "invalid"],
    ]);
    expect(await readTool(ctx, tool.id)).toEqual(tool);
  });

  test("are not visible to other workspaces", async () => {
    const { id } = await make();
    const stranger = (await makeWorkspace()).ctx();
    for (const work of [
      () => readTool(stranger, id),
      () => updateTool(stranger, id, {}, null, addresses),
      () => deleteTool(stranger, id),
    ])
      expect((await refusal(work()))?.code).toBe("not_found");
    expect(await readCallTools(stranger, ["look_up"])).toEqual([]);
  });
});

describe("a live agent's tools", () => {
  test("keep their name and cannot be deleted until the agent goes live without them", async () => {
    const tool = await make();
    const agent = await agentWith("look_up");
    await deployAgent(ctx, agent.id);
    expect((await refusal(deleteTool(ctx, tool.id)))?.code).toBe("conflict");
    expect((await refusal(change(tool.id, { name: "renamed" })))?.code).toBe("conflict");
    expect((await change(tool.id, { description: "Better words." })).description).toBe("Better words.");
    await updateAgent(ctx, agent.id, UpdateAgent.parse({ tools: [] }));
    expect((await refusal(deleteTool(ctx, tool.id)))?.code).toBe("conflict");
    await deployAgent(ctx, agent.id);
    await deleteTool(ctx, tool.id);
    expect(await pointers(deployAgent(ctx, agent.id, { version: 1 }))).toEqual([
      ["/tools/0", "unknown_tool"],
    ]);
  });

  test("cannot be deployed and deleted concurrently: one of the two is rejected", async () => {
    const tool = await make();
    const agent = await agentWith("look_up");
    const [deployed, deleted] = await Promise.all([
      refusal(deployAgent(ctx, agent.id)),
      refusal(deleteTool(ctx, tool.id)),
    ]);
    expect([deployed?.code, deleted?.code].filter((code) => code !== undefined)).toHaveLength(1);
  });

  test("need a credential for live calls", async () => {
    const integration = await connect({ environment: "test" });
    await make({ integration_id: integration.id });
    const agent = await agentWith("end_call", "look_up");
    expect(await pointers(deployAgent(ctx, agent.id))).toEqual([["/tools/1", "missing_credential"]]);
    const live = await connect();
    expect((await deployAgent(ctx, agent.id)).status).toBe("live");
    await disconnectIntegration(ctx, live.id);
    await updateAgent(ctx, agent.id, UpdateAgent.parse({ prompt: "Be kinder." }));
    expect(await pointers(deployAgent(ctx, agent.id))).toEqual([["/tools/1", "missing_credential"]]);
  });
});

describe("in a call", () => {
  const run = async (environment: "live" | "test") => {
    const [tool] = await readCallTools(ctx, ["look_up"]);
    if (tool?.kind !== "http") throw new Error("The tool is not there.");
    return runTool(ctx, tool.definition, { order: "7 / 8" }, { environment, egress });
  };

  test("the model sees the tools in the agent's order, without missing ones", async () => {
    await make();
    const tools = await readCallTools(ctx, ["opt_out", "nothing", "look_up", "end_call"]);
    expect(tools.map(({ name, kind }) => [name, kind])).toEqual([
      ["opt_out", "builtin"],
      ["look_up", "http"],
    ]);
  });

  test("a tool runs with the credential of the call's environment; a test call can run without", async () => {
    const integration = await connect();
    await make({ integration_id: integration.id });
    expect(await run("live")).toEqual({ ok: true, status: 200, result: { state: "sent" } });
    expect(receivedRequests.at(-1)).toMatchObject({
      url: "/orders/7%20%2F%208",
      headers: { authorization: "Bearer secret-token" },
    });
    expect(await run("test")).toMatchObject({ ok: true });
    expect(receivedRequests.at(-1)?.headers.authorization).toBeUndefined();
    await connect({ environment: "test", credential: { kind: "bearer", token: "test-token" } });
    await run("test");
    expect(receivedRequests.at(-1)?.headers.authorization).toBe("Bearer test-token");
  });

  test("a live tool whose credential was deleted sends no request", async () => {
    const integration = await connect();
    await make({ integration_id: integration.id });
    await disconnectIntegration(ctx, integration.id);
    expect(await run("live")).toMatchObject({ ok: false, error: { code: "missing_credential" } });
    expect(receivedRequests).toEqual([]);
  });
});

describe("for the dashboard", () => {
  test("a dry run never sends a live credential, and stores its outcome without the response", async () => {
    const integration = await connect();
    const tool = await make({ integration_id: integration.id });
    const first = await dryRunTool(ctx, tool.id, { order: "7" }, { egress });
    expect(first).toMatchObject({ ok: true, status: 200, result: { state: "sent" }, error: null });
    expect(receivedRequests.at(-1)?.headers.authorization).toBeUndefined();
    expect(parseOutcome(serializeOutcome(first))).toEqual({ ...first, result: null });
    await change(tool.id, { response: { fields: [{ name: "value", path: "state" }] } });
    const mapped = await dryRunTool(ctx, tool.id, { order: "7" }, { egress });
    expect(mapped).toMatchObject({ result: { value: "sent" }, unmapped: { state: "sent" }, requests: 1 });
    expect(parseOutcome(serializeOutcome(mapped))).toEqual({ ...mapped, result: null, unmapped: null });
    await connect({ environment: "test", credential: { kind: "bearer", token: "test-token" } });
    await dryRunTool(ctx, tool.id, { order: "7" }, { egress });
    expect(receivedRequests.at(-1)?.headers.authorization).toBe("Bearer test-token");
  });

  test("a dry run with invalid arguments sends no request and reports them", async () => {
    const tool = await make();
    expect(await dryRunTool(ctx, tool.id, {}, { egress })).toMatchObject({
      ok: false,
      status: null,
      error: { code: "invalid_arguments" },
    });
    expect(receivedRequests).toEqual([]);
  });

  test("built-in tools report what is missing", async () => {
    const { data } = await listBuiltins(ctx);
    const missing = (name: string) => data.find((tool) => tool.name === name)?.missing;
    expect(missing("opt_out")).toBeNull();
    expect(missing("send_text")).toMatch(/carrier/);
  });
});
