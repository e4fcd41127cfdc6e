import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type OpenAiServer, startOpenAiServer } from "@/lib/agents/models/testing/open-ai-server";
import { tickCall } from "@/lib/calls/calls";
import { systemCtx } from "@/lib/platform/context/make";
import { closeHub } from "@/lib/platform/live";
import { startEcho } from "./fixtures/canary/echo";
import {
  advanceTime,
  exportAll,
  lookAround,
  openSystem,
  replayAll,
  withSound,
} from "./fixtures/canary/exits";
import { finder, type SeenText } from "./fixtures/canary/needles";
import { outreach } from "./fixtures/canary/outreach";
import { ACCOUNT, CANARIES, PARTS, TALKS } from "./fixtures/canary/values";
import { changeEverything, readEverything } from "./fixtures/canary/walk";
import { type CanaryFixture, openWorld } from "./fixtures/canary/world";

// Before the product reads its environment: the log says all that it can, and stand-in servers may be called.
vi.hoisted(() => {
  process.env.LOG_LEVEL = "trace";
  process.env.TOOL_ALLOWED_HOSTS = "127.0.0.1";
});

const find = finder(CANARIES);
const HOUR_MS = 3_600_000;

/** Every route, table and file, over all that the conversations before have left. */
const EVERYTHING_TIMEOUT_MS = 240_000;

let fixture: CanaryFixture;
let system: Awaited<ReturnType<typeof openSystem>>;
let echo: Awaited<ReturnType<typeof startEcho>>;
let model: OpenAiServer;
const agents: Record<string, string> = {};
const agent = (name: string): string => agents[name] ?? "";

/** Where values are in what came out since this was last asked. */
let checked = 0;
function leaks(): string[] {
  const since = checked;
  checked = fixture.texts.length;
  return find(fixture.texts.slice(since));
}

/** Runs the queue's jobs of a call up to this time later. */
const tick = (ms: number) => (id: string) =>
  tickCall(
    systemCtx(fixture.space.workspaceId, "call.tick", { clock: { now: () => new Date(Date.now() + ms) } }),
    id,
  );

beforeAll(async () => {
  fixture = await openWorld();
  system = await openSystem(fixture);
  model = await startOpenAiServer({ apiKey: null });
  echo = await startEcho();
  const parameters = {
    type: "object",
    properties: { account_number: { type: "string" }, mail: { type: "string" }, amount: { type: "number" } },
    required: ["account_number"],
  };
  for (const [name, path] of [
    ["look_up", "found"],
    ["book", "broken"],
  ]) {
    const request = { method: "POST", url: `${echo.origin}/${path}/{{account_number}}` };
    await fixture.see("POST", "/v1/tools", { body: { name, description: "Looks up.", parameters, request } });
  }
  const credential = { kind: "model", base_url: model.baseUrl, api_key: null, models: ["m"] };
  await fixture.see("POST", "/v1/integrations", { body: { name: "standin", credential } });
  agents.plain = await fixture.agent("plain", { tools: ["opt_out", "schedule_callback"] });
  agents.tools = await fixture.agent("tools", { tools: ["look_up", "book"] });
  agents.silent = await fixture.agent("silent", {
    transcript: { enabled: false },
    recording: { enabled: false },
  });
  agents.model = await fixture.agent("model", { model: "standin:m", tools: ["look_up"] });
});
afterAll(async () => {
  await fixture.close();
  await system.close();
  await closeHub();
  await model.close();
  await echo.close();
});

/** Every text within an answer but ids and times, by the field that holds it. */
function textsIn(value: unknown, where: string): SeenText[] {
  if (typeof value === "string") return [{ where, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !/(^|_)(id|at)$/.test(key))
    .flatMap(([key, inner]) => textsIn(inner, `${where}/${key}`));
}

describe("values of sensitive variables and payment cards", () => {
  test.each(Object.entries(TALKS))(
    "told %s are in no answer while the call runs, nor in the database",
    async (_, lines) => {
      await fixture.talk(await fixture.start(agent("plain")), lines);
      await fixture.lookAtDatabase();
      expect(leaks()).toEqual([]);
    },
  );

  test("given to tools, and answered by them, are not either", async () => {
    const contact = await fixture.see("POST", "/v1/contacts", { body: { phone: "+12125550164" } });
    const id = await fixture.start(agent("tools"), { contact_id: contact.id });
    await fixture.talk(id, TALKS["in digits"] ?? []);
    const { transcript } = await fixture.see("GET", `/v1/calls/${id}`);
    const ran = (transcript as { tool?: { name: string; ok: boolean } }[]).flatMap(({ tool }) => tool ?? []);
    expect(ran).toMatchObject([
      { name: "look_up", ok: true },
      { name: "book", ok: false },
    ]);
    expect(leaks()).toEqual([]);
  });

  test("said back by a model that tells nothing of what it says, and streamed in pieces, are not either", async () => {
    const id = await fixture.start(agent("model"));
    const values = { account_number: ACCOUNT.digits, mail: "quirin.maverly@example.org" };
    model.script(
      {
        kind: "text",
        chunks: ["So your account ", "is 48", "15 16", "23 42", ", quirin", ".maver", "ly@example.org?"],
      },
      {
        kind: "tools",
        text: "I look that up: 4815-1623-42.",
        calls: ["save_variables", "look_up"].map((name) => ({ name, arguments: values })),
      },
      { kind: "text", chunks: ["Found 48", "15162342", ` of ${ACCOUNT.spokenForms?.[0]}.`] },
      { kind: "text", chunks: ["Your card 4111 1111", " 1111 1111 is noted."] },
      { kind: "text", chunks: [JSON.stringify(values)] },
      {
        kind: "text",
        chunks: ['{"outcome":"done","summary":"4815 1623 42, 4111 1111 1111 1111.","successful":true}'],
      },
    );
    await fixture.talk(id, [
      "it is 4815162342, quirin.maverly@example.org",
      "yes 4815 1623 42",
      "quirin dot maverly at example dot org",
    ]);
    const { outcome } = await fixture.see("POST", `/v1/calls/${id}/end`);
    // Numbers that only a comma parts may be the groups of one card.
    expect(outcome).toEqual({ tag: "done", summary: "[payment_card].", successful: true });
    await fixture.lookAtDatabase();
    expect(leaks()).toEqual([]);
  });

  test("known beforehand, in notes, tags, comments and metadata, and in requests that are refused, are not either", async () => {
    const variables = { account_number: "4815162342", mail: "quirin.maverly@example.org", amount: 739184625 };
    // Metadata is the client's own; of it, cards alone are not kept.
    const metadata = { note: "card 4111 1111 1111 1111", "4111-1111-1111-1111": 4111111111111111 };
    const id = await fixture.start(agent("plain"), { variables, metadata });
    const notes = "Said 4815 1623 42, card 4111-1111-1111-1111.";
    await fixture.see("PATCH", `/v1/calls/${id}`, { body: { notes, tags: ["card 4111111111111111"] } });
    await fixture.see("POST", `/v1/calls/${id}/comments`, { body: { text: notes } });
    await fixture.talk(id, ["hello"]);
    await fixture.see("GET", `/v1/calls/${id}/comments`);
    const wrong = { account_number: { deep: "4815162342" }, birthday: "14 March 1987 or so 739184625" };
    await fixture.see("POST", "/v1/calls", {
      body: { agent_id: agent("plain"), channel: "chat", variables: wrong },
    });
    const messages = `/v1/calls/${id}/messages`;
    await fixture.see("POST", messages, { body: { text: ["4815162342"], more: "4815162342" } });
    await fixture.see("POST", messages, { raw: '{"text":"4815162342" Quillfeather' });
    await fixture.see("GET", "/v1/calls?status=4815162342&cursor=4815162342&no=4815162342");
    await fixture.see("POST", `/v1/calls/${id}/end`);
    await fixture.lookAtDatabase();
    expect(leaks()).toEqual([]);
  });

  test("of a call that keeps no transcript, and of a rehearsal, are not either", async () => {
    const silent = await fixture.start(agent("silent"));
    await fixture.talk(silent, TALKS["in digits"] ?? []);
    expect(await fixture.see("GET", `/v1/calls/${silent}`)).toMatchObject({ transcript: [], variables: {} });
    const draft = await fixture.start(agent("plain"), { draft: true }, "test");
    await fixture.talk(draft, TALKS["in words"] ?? [], "test");
    await fixture.see("POST", `/v1/calls/${draft}/end`, { environment: "test" });
    expect(leaks()).toEqual([]);
  });

  test("stay hidden for every way a call ends", async () => {
    const ended: Record<string, unknown> = {};
    const end = async (name: string, work: (id: string) => Promise<unknown>) => {
      // An opt-out ends a call that has a number to suppress.
      const more = name === "opt-out" ? { to: "+12125550142" } : {};
      const id = await fixture.start(agent(name.startsWith("model") ? "model" : "plain"), more);
      await fixture.talk(id, TALKS["in digits"]?.slice(0, 4) ?? []);
      await work(id);
      ended[name] = (await fixture.see("GET", `/v1/calls/${id}`)).end_reason;
    };
    await end("hung up", (id) => fixture.see("POST", `/v1/calls/${id}/end`));
    await end("silence", tick(60_000));
    await end("too long", tick(HOUR_MS));
    await end("opt-out", (id) => fixture.talk(id, ["please stop calling me", "yes"]));
    model.script({ kind: "text", chunks: ["Go on."] });
    await end("model fails", async (id) => {
      const message = "cannot read 4815162342 of Zephyrine Quillfeather, 4111111111111111";
      model.script({ kind: "status", status: 400, body: JSON.stringify({ error: { message } }) });
      await fixture.talk(id, ["it is 4815162342"]);
    });
    model.script({ kind: "text", chunks: ["Go on."] });
    await end("model cannot settle", async (id) => {
      const body = "4815162342 is no JSON, Zephyrine Quillfeather";
      model.script({ kind: "raw", body, contentType: "application/json" });
      await fixture.see("POST", `/v1/calls/${id}/end`);
      expect((await fixture.see("GET", `/v1/calls/${id}`)).settled_at).toBeNull();
      await fixture.lookAtDatabase();
      // The queue tries again, later each time, and settles at last without the model.
      for (let n = 1; n <= 6; n++) await tick(n * HOUR_MS)(id);
    });
    expect(ended).toEqual({
      "hung up": "caller_hung_up",
      silence: "inactivity",
      "too long": "max_duration",
      "opt-out": "opted_out",
      "model fails": "model_error",
      "model cannot settle": "caller_hung_up",
    });
    expect(leaks()).toEqual([]);
  });

  test("that a campaign gives its calls to know are not either", {
    timeout: EVERYTHING_TIMEOUT_MS,
  }, async () => {
    const { calls } = await outreach(fixture, system);
    expect(calls).toBeGreaterThan(0);
    expect(leaks()).toEqual([]);
  });

  test("are nowhere once every call is settled: no answer, file of records, message to another system, event, log line, notice, job, file or column of the database", {
    timeout: EVERYTHING_TIMEOUT_MS,
  }, async () => {
    for (const id of fixture.calls) await tick(7 * HOUR_MS)(id);
    const { rows } = await fixture.admin.query("SELECT id FROM calls WHERE settled_at IS NULL");
    expect(rows).toEqual([]);
    await fixture.followed();
    for (const id of fixture.calls.slice(0, 2)) await withSound(fixture, id);
    await advanceTime(fixture, system);
    const files = await exportAll(fixture, system);
    await replayAll(fixture, system);
    expect(await readEverything(fixture), "routes of which nothing was seen").toEqual([]);
    expect(files.size).toBeGreaterThanOrEqual(8);
    for (const id of files.keys())
      expect((await fixture.ask("GET", `/v1/exports/${id}/file`)).status, files.get(id)).toBe(200);
    await lookAround(fixture);
    expect(fixture.logged.length).toBeGreaterThan(100);
    expect(fixture.announced.length).toBeGreaterThan(100);
    expect(leaks()).toEqual([]);
  });

  test("are found by no search", async () => {
    for (const q of [
      "4815162342",
      "4815",
      "739184625",
      "Quillfeather",
      "maverly",
      "xylocarp",
      "zyzzyva",
      "March",
    ])
      expect((await fixture.see("GET", `/v1/calls?q=${q}`)).data, q).toEqual([]);
  });

  test("are not even shown in part", async () => {
    for (const id of fixture.calls)
      expect(finder(PARTS)(textsIn(await fixture.see("GET", `/v1/calls/${id}`), id))).toEqual([]);
  });

  test("do not come out by any change of what is there, erasure and deletion among them", {
    timeout: EVERYTHING_TIMEOUT_MS,
  }, async () => {
    const took = await changeEverything(fixture);
    expect(took).toContain("DELETE /v1/contacts/:contact/data");
    expect(took.length).toBeGreaterThan(20);
    await advanceTime(fixture, system);
    await readEverything(fixture);
    await lookAround(fixture);
    expect(leaks()).toEqual([]);
  });
});
