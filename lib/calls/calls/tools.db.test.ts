import "@/test/fixtures/loopback";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTool } from "@/lib/agents/tools";
import { CreateTool } from "@/lib/agents/tools/schema";
import { subjectSealer, workspaceIndexer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";
import { calls, json, says, startTestModel, type TestModel } from "./testing/model";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

const ACCOUNT = "48151623";
const CARD = "4111 1111 1111 1111";
const NUMBER = "+12125550123";

let fixture: CallFixture;
let model: TestModel;
let service: Server;
/** The response of the workspace's own service, and the requests that it received. */
let answer: (response: ServerResponse) => void;
let receivedBodies: unknown[];
let agentId: string;

beforeAll(async () => {
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
  service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    receivedBodies.push(JSON.parse(body));
    answer(response);
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  const { port } = service.address() as AddressInfo;
  await createTool(
    fixture.space.ctx("owner"),
    CreateTool.parse({
      name: "look_up",
      description: "Looks an account up.",
      parameters: {
        type: "object",
        properties: { account_number: { type: "string" } },
        required: ["account_number"],
      },
      request: { method: "POST", url: `http://127.0.0.1:${port}/look-up` },
      timeout_ms: 3_000,
    }),
  );
  const tools = ["look_up", "schedule_callback", "opt_out"];
  agentId = await fixture.agent({ model: model.id, variables: VARIABLES, tools });
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});
beforeEach(() => {
  receivedBodies = [];
  answer = (response) => response.end('{"balance": 12, "holder": "48151623"}');
});

/** Runs a call in which the model makes this tool call after the caller's first message, and then speaks. */
async function runCallWith(step: ReturnType<typeof calls>, extra: object = {}) {
  model.answer({ says: [says("How can I help?"), step, says("Done.")], extract: json({}) });
  const { id } = await fixture.startCall(agentId, extra);
  return { id, ...(await fixture.say(id, "Please go on.")) };
}
/** The model's newest tool message, as the server received it. */
const lastToolMessage = () => JSON.stringify(model.requests.at(-1)?.body.messages?.at(-1));

describe("a tool of the workspace's own", () => {
  it("runs with the unmasked value, and never shows it", async () => {
    const { turns, id } = await runCallWith(calls("look_up", { account_number: ACCOUNT }));
    expect(receivedBodies).toEqual([{ account_number: ACCOUNT }]);
    expect(turns.map(({ role }) => role)).toEqual(["caller", "tool", "agent"]);
    expect(turns[1]?.tool).toMatchObject({
      name: "look_up",
      ok: true,
      arguments: { account_number: { masked: true } },
    });
    expect(JSON.stringify(turns)).not.toContain(ACCOUNT);
    const settled = await fixture.end(id);
    expect(JSON.stringify(settled)).not.toContain(ACCOUNT);
    expect(settled.transcript[2]?.tool?.result).toMatchObject({ balance: 12 });
  });

  it.each([
    ["fails", (response: ServerResponse) => void response.writeHead(500).end("boom"), "http_5xx"],
    ["is too slow", () => undefined, "timeout"],
    ["hangs up", (response: ServerResponse) => void response.destroy(), "unreachable"],
  ])(
    "that %s is reported to the model and in the transcript, and the call continues",
    async (_, behave, code) => {
      answer = behave;
      const { turns, call } = await runCallWith(calls("look_up", { account_number: ACCOUNT }));
      expect(call.status).toBe("in_progress");
      expect(turns[1]?.tool).toMatchObject({ name: "look_up", ok: false, result: { error: { code } } });
      expect(turns.at(-1)).toMatchObject({ role: "agent", text: "Done." });
      expect(lastToolMessage()).toContain(code);
    },
  );

  it.each([
    ["an unknown name", calls("dance", { on: "ice" }), "unknown_tool"],
    ["arguments that do not fit", calls("look_up", {}), "invalid_arguments"],
    ["arguments that are no JSON", calls("look_up", '{"account_number": '), "invalid_arguments"],
    ["arguments that are no object", calls("look_up", "[1]"), "invalid_arguments"],
  ])("is not run by %s", async (_, step, code) => {
    const { turns, call } = await runCallWith(step);
    expect(receivedBodies).toEqual([]);
    expect(turns[1]?.tool).toMatchObject({ ok: false, result: { error: { code } } });
    expect(call.status).toBe("in_progress");
    expect(turns.at(-1)?.text).toBe("Done.");
  });

  it("is aborted with the agent when the call is ended", async () => {
    answer = () => undefined;
    model.answer({ says: [says("Hello."), calls("look_up", { account_number: ACCOUNT })] });
    const { id } = await fixture.startCall(agentId);
    const talking = fixture.say(id, "Look it up.");
    await vi.waitFor(() => expect(receivedBodies).toHaveLength(1), PATIENCE);
    const ended = await fixture.end(id);
    expect(ended).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(ended.transcript.at(-1)).toMatchObject({ role: "tool", tool: { ok: false } });
    await talking;
  });
});

describe("a model that calls tools in a loop", () => {
  it("is limited to text in the end, and returns the turn to the caller", async () => {
    const circle = calls("look_up", { account_number: ACCOUNT });
    const before = model.requests.length;
    model.answer({ says: [says("Hello."), ...Array.from({ length: 20 }, () => circle), says("Sorry.")] });
    const { id } = await fixture.startCall(agentId);
    const { turns, call } = await fixture.say(id, "Go on.");
    expect(call.status).toBe("in_progress");
    expect(turns.filter(({ role }) => role === "tool")).toHaveLength(7);
    const choices = model.requests.slice(before + 1).map(({ body }) => body.tool_choice);
    expect(choices).toEqual([...Array.from({ length: 7 }, () => "auto"), "none"]);
  });
});

describe("save_variables", () => {
  const noted = async (args: unknown) => {
    const { call, turns } = await runCallWith(calls("save_variables", args));
    // Saving values belongs to the engine and is not in the transcript.
    expect(turns.map(({ role }) => role)).toEqual(["caller", "agent"]);
    return call.variables;
  };

  it("saves values by type, and shows the sensitive ones masked", async () => {
    expect(await noted({ account_number: ACCOUNT, day: "the 24th of November 2026" })).toEqual({
      account_number: { masked: true },
      day: "2026-11-24",
    });
    expect(lastToolMessage()).toContain('{\\"ok\\":true}');
  });

  it.each([
    ["a value of another type", { day: "blue" }, '\\"not_valid\\":[\\"day\\"]'],
    ["a payment card", { account_number: CARD }, '\\"not_valid\\":[\\"account_number\\"]'],
    ["a name that the agent does not have", { shoe_size: 42 }, '\\"ok\\":false'],
    ["no object", "[]", '\\"ok\\":false'],
  ])("refuses %s, and tells the model", async (_, args, answered) => {
    expect(await noted(args)).toEqual({});
    expect(lastToolMessage()).toContain(answered);
  });
});

describe("schedule_callback", () => {
  const callbackOf = (id: string) =>
    fixture.rows.first(db.selectFrom("callbacks").selectAll().where("call_id", "=", id));

  it("stores time, contact and reason, the last two sealed", async () => {
    const args = { at: "2026-11-24T10:30:00+01:00", reason: "about the bill" };
    const { id, turns } = await runCallWith(calls("schedule_callback", args), { to: NUMBER });
    expect(turns[1]?.tool?.ok).toBe(true);
    expect(lastToolMessage()).toContain('\\"at\\":\\"2026-11-24T09:30:00.000Z\\"');
    const row = await callbackOf(id);
    if (!row?.reason || !row.number) throw new Error("no callback");
    expect(row).toMatchObject({
      due_at: "2026-11-24T09:30:00.000Z",
      status: "pending",
      environment: "live",
      agent_id: agentId,
    });
    // Sealed with the contact's key, as the call's own key can be destroyed with the call.
    expect(row.subject_id).toMatch(/^ctc_/);
    const sealer = await subjectSealer(fixture.space.workspaceId, row.subject_id);
    const place = (field: string) => ({ table: "callbacks", row: row.id, field });
    expect(sealer.openText(place("reason"), row.reason)).toBe("about the bill");
    expect(sealer.openText(place("number"), row.number)).toBe(NUMBER);
    expect(row.contact_hash).toEqual(
      (await workspaceIndexer(fixture.space.workspaceId)).hash("number", NUMBER),
    );
  });

  it("records consent to the callback, with the turn as evidence", async () => {
    const phone = "+12125550177";
    const { id } = await runCallWith(calls("schedule_callback", { at: "2026-11-24T10:30:00Z" }), {
      to: phone,
    });
    const [entry, ...more] = await fixture.rows.all(
      db.selectFrom("consents").selectAll().where("call_id", "=", id),
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      purpose: "informational",
      channel: "call",
      granted: true,
      source: "asked for a callback",
    });
    const contactId = entry?.contact_id ?? "";
    const sealer = await subjectSealer(fixture.space.workspaceId, contactId);
    const place = { table: "consents", row: entry?.id ?? "", field: "evidence" };
    expect(sealer.openText(place, entry?.evidence ?? Buffer.of())).toBe(`Turn 1 of the call ${id}.`);
  });

  it("does not store a payment card in the reason", async () => {
    const { id } = await runCallWith(
      calls("schedule_callback", { at: "2026-11-24T10:30:00Z", reason: `card ${CARD}` }),
    );
    const row = await callbackOf(id);
    const sealer = await subjectSealer(fixture.space.workspaceId, id);
    const reason = sealer.openText(
      { table: "callbacks", row: row?.id ?? "", field: "reason" },
      row?.reason ?? Buffer.of(),
    );
    expect(reason).toBe("card [payment_card]");
  });

  it.each([
    ["in the past", { at: "2026-11-23T08:59:59Z" }],
    ["beyond a year", { at: "2028-01-01T00:00:00Z" }],
    ["without an offset", { at: "2026-11-24T10:00:00" }],
    ["not at all", {}],
  ])("is refused %s", async (_, args) => {
    const { id, turns } = await runCallWith(calls("schedule_callback", args));
    expect(turns[1]?.tool).toMatchObject({ ok: false, result: { error: { code: "invalid_arguments" } } });
    expect(await callbackOf(id)).toBeUndefined();
  });
});

describe("opt_out", () => {
  const suppressions = () => fixture.rows.all(db.selectFrom("suppressions").selectAll());

  it("has no number to suppress in a chat, and the caller is informed", async () => {
    const { call } = await runCallWith(calls("opt_out"));
    expect(call.status).toBe("in_progress");
    expect(call.transcript.at(-1)?.text).toContain("no telephone number in this conversation");
    expect(lastToolMessage()).toContain("no_number");
    expect(await suppressions()).toEqual([]);
  });

  it("suppresses the number for calls and texts immediately, and ends the call", async () => {
    const { id } = await runCallWith(calls("opt_out", {}, "Goodbye."), { to: NUMBER });
    const call = await fixture.end(id);
    expect(call).toMatchObject({ end_reason: "opted_out", outcome: { tag: "opted_out" } });
    const hash = (await workspaceIndexer(fixture.space.workspaceId)).hash("number", NUMBER);
    const row = {
      contact_hash: hash,
      channels: ["call", "text"],
      source: "spoken_opt_out",
      call_id: id,
      environment: "live",
    };
    expect(await suppressions()).toMatchObject([{ ...row, created_at: fixture.now() }]);
    // A repeated request belongs to both calls: undoing one does not lift the other's.
    await runCallWith(calls("opt_out"), { to: NUMBER });
    expect(await suppressions()).toMatchObject([{ ...row, call_id: null }]);
  });
});
