import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAgent, deployAgent, updateAgent } from "@/lib/agents/agents";
import { CreateAgent, UpdateAgent } from "@/lib/agents/agents/schema";
import { createIntegration, disconnectIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { createEgress, type Egress } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { makeWorkspace } from "@/test/fixtures/workspace";
import {
  createTool,
  deleteTool,
  dryRunTool,
  listBuiltins,
  listTools,
  outcomeFrom,
  outcomeOf,
  readTool,
  runTool,
  toolsForCall,
  updateTool,
} from "./index";
import { CreateTool, ListTools, Tool, UpdateTool } from "./schema";

/** A service of the workspace's, on a real socket. */
let service: Server;
let host: string;
let egress: Egress;
let addresses: { egress: Egress; allowedHosts: string[] };
let heard: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
let ctx: Ctx;

beforeAll(async () => {
  service = createServer(({ url, headers }, response) => {
    heard.push({ url, headers });
    response.setHeader("content-type", "application/json");
    response.end('{"state":"sent"}');
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  egress = createEgress({ allowedHosts: [host], resolve: async () => ["93.184.216.34"] });
  addresses = { egress, allowedHosts: [host] };
});
beforeEach(async () => {
  heard = [];
  ctx = (await makeWorkspace()).ctx();
});
afterAll(async () => {
  await egress.close();
  await new Promise((done) => service.close(done));
});

const definition = (given: object = {}) =>
  CreateTool.parse({
    name: "look_up",
    description: "Looks an order up.",
    parameters: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
    request: { method: "GET", url: `http://${host}/orders/{{order}}` },
    ...given,
  });
const make = (given: object = {}) => createTool(ctx, definition(given), addresses);
const change = (id: string, given: object) => updateTool(ctx, id, UpdateTool.parse(given), addresses);
const connect = (given: object = {}) => {
  const credential = { kind: "bearer", token: "secret-token" };
  return createIntegration(
    ctx,
    CreateIntegration.parse({ name: "Orders", hosts: [host], credential, ...given }),
  );
};
const agentWith = async (...tools: string[]) => {
  const given = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Be kind.", tools };
  return createAgent(ctx, CreateAgent.parse(given));
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
const pointers = async (work: Promise<unknown>) =>
  (await refusal(work))?.details?.map((d) => [d.pointer, d.code]);

describe("the workspace's own tools", () => {
  test("come back as they were made, change by field, and go", async () => {
    const made = await make();
    expect(Tool.parse(made)).toEqual(made);
    expect(await readTool(ctx, made.id)).toEqual(made);
    const changed = await change(made.id, { description: "Finds an order.", timeout_ms: 500 });
    expect(changed).toMatchObject({ description: "Finds an order.", timeout_ms: 500, request: made.request });
    expect((await listTools(ctx, ListTools.parse({}))).data).toEqual([changed]);
    await deleteTool(ctx, made.id);
    expect((await refusal(readTool(ctx, made.id)))?.code).toBe("not_found");
    const events = await ctx.db.all(
      db.selectFrom("audit_events").select("action").where("target", "=", made.id).orderBy("seq"),
    );
    expect(events.map(({ action }) => action)).toEqual(["tool.created", "tool.updated", "tool.deleted"]);
  });

  test("have names of their own: not a built-in one's, and not each other's", async () => {
    const { id } = await make();
    expect(await pointers(make({ name: "opt_out" }))).toEqual([["/name", "reserved"]]);
    expect((await refusal(make()))?.code).toBe("conflict");
    const other = await make({ name: "other" });
    expect((await refusal(change(other.id, { name: "look_up" })))?.code).toBe("conflict");
    expect(await pointers(change(id, { name: "end_call" }))).toEqual([["/name", "reserved"]]);
  });

  test("lead to addresses that may be called", async () => {
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

  test("name a credential that is there and may be sent to their host", async () => {
    const { id } = await connect({ hosts: ["api.example.com"] });
    const model = await createIntegration(
      ctx,
      CreateIntegration.parse({
        name: "acme",
        credential: { kind: "model", base_url: `http://${host}`, models: ["m"] },
      }),
      addresses,
    );
    const gone = await connect({ name: "Gone" });
    await disconnectIntegration(ctx, gone.id);
    expect(await pointers(make({ integration_id: id }))).toEqual([["/request/url", "host_not_bound"]]);
    expect(await pointers(make({ integration_id: model.id }))).toEqual([["/integration_id", "not_allowed"]]);
    expect(await pointers(make({ integration_id: gone.id }))).toEqual([
      ["/integration_id", "unknown_integration"],
    ]);
  });

  test("stay whole when a change leaves a placeholder without its parameter", async () => {
    const made = await make();
    expect(await pointers(change(made.id, { parameters: { type: "object", properties: {} } }))).toEqual([
      ["/request/url", "invalid"],
    ]);
    expect(await readTool(ctx, made.id)).toEqual(made);
  });

  test("are nobody else's", async () => {
    const { id } = await make();
    const stranger = (await makeWorkspace()).ctx();
    for (const work of [
      () => readTool(stranger, id),
      () => updateTool(stranger, id, {}, addresses),
      () => deleteTool(stranger, id),
    ])
      expect((await refusal(work()))?.code).toBe("not_found");
    expect(await toolsForCall(stranger, ["look_up"])).toEqual([]);
  });
});

describe("a live agent's tools", () => {
  test("keep their name and stay until the agent goes live without them", async () => {
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

  test("never lose a race against their deletion: one of both is refused", async () => {
    const tool = await make();
    const agent = await agentWith("look_up");
    const [deployed, deleted] = await Promise.all([
      refusal(deployAgent(ctx, agent.id)),
      refusal(deleteTool(ctx, tool.id)),
    ]);
    expect([deployed?.code, deleted?.code].filter((code) => code !== undefined)).toHaveLength(1);
  });

  test("need their credential for live calls", async () => {
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
    const [tool] = await toolsForCall(ctx, ["look_up"]);
    if (tool?.kind !== "http") throw new Error("The tool is not there.");
    return runTool(ctx, tool.definition, { order: "7 / 8" }, { environment, egress });
  };

  test("the model is told of tools in the agent's order; what is not there is left out", async () => {
    await make();
    const tools = await toolsForCall(ctx, ["opt_out", "nothing", "look_up", "end_call"]);
    expect(tools.map(({ name, kind }) => [name, kind])).toEqual([
      ["opt_out", "builtin"],
      ["look_up", "http"],
    ]);
  });

  test("a tool runs with the credential of the call's environment; a test call may go without", async () => {
    const integration = await connect();
    await make({ integration_id: integration.id });
    expect(await run("live")).toEqual({ ok: true, status: 200, result: { state: "sent" } });
    expect(heard.at(-1)).toMatchObject({
      url: "/orders/7%20%2F%208",
      headers: { authorization: "Bearer secret-token" },
    });
    expect(await run("test")).toMatchObject({ ok: true });
    expect(heard.at(-1)?.headers.authorization).toBeUndefined();
    await connect({ environment: "test", credential: { kind: "bearer", token: "test-token" } });
    await run("test");
    expect(heard.at(-1)?.headers.authorization).toBe("Bearer test-token");
  });

  test("a live tool whose credential is gone sends nothing", async () => {
    const integration = await connect();
    await make({ integration_id: integration.id });
    await disconnectIntegration(ctx, integration.id);
    expect(await run("live")).toMatchObject({ ok: false, error: { code: "missing_credential" } });
    expect(heard).toEqual([]);
  });
});

describe("for the dashboard", () => {
  test("a dry run never sends a live credential, and keeps how it went without the answer", async () => {
    const integration = await connect();
    const tool = await make({ integration_id: integration.id });
    const first = await dryRunTool(ctx, tool.id, { order: "7" }, { egress });
    expect(first).toMatchObject({ ok: true, status: 200, result: { state: "sent" }, error: null });
    expect(heard.at(-1)?.headers.authorization).toBeUndefined();
    expect(outcomeFrom(outcomeOf(first))).toEqual({ ...first, result: null });
    await connect({ environment: "test", credential: { kind: "bearer", token: "test-token" } });
    await dryRunTool(ctx, tool.id, { order: "7" }, { egress });
    expect(heard.at(-1)?.headers.authorization).toBe("Bearer test-token");
  });

  test("a dry run whose arguments do not fit sends nothing and says so", async () => {
    const tool = await make();
    expect(await dryRunTool(ctx, tool.id, {}, { egress })).toMatchObject({
      ok: false,
      status: null,
      error: { code: "invalid_arguments" },
    });
    expect(heard).toEqual([]);
  });

  test("built-in tools say what they lack", async () => {
    const { data } = await listBuiltins(ctx);
    const missing = (name: string) => data.find((tool) => tool.name === name)?.missing;
    expect(missing("opt_out")).toBeNull();
    expect(missing("send_text")).toMatch(/carrier/);
  });
});
