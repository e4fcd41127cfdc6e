import "@/test/fixtures/loopback";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTool } from "@/lib/agents/tools";
import { CreateTool } from "@/lib/agents/tools/schema";
import { indexer, subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { type Desk, openDesk, VARIABLES } from "./testing/desk";
import { calls, json, says, startModel, type TestModel } from "./testing/model";

const ACCOUNT = "48151623";
const CARD = "4111 1111 1111 1111";
const NUMBER = "+12125550123";

let desk: Desk;
let model: TestModel;
let service: Server;
/** How the workspace's own service answers, and what it was sent. */
let answer: (response: ServerResponse) => void;
let heard: unknown[];
let agentId: string;

beforeAll(async () => {
  desk = await openDesk();
  model = await startModel(desk);
  service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    heard.push(JSON.parse(body));
    answer(response);
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  const { port } = service.address() as AddressInfo;
  await createTool(
    desk.space.ctx("owner"),
    CreateTool.parse({
      name: "look_up",
      description: "Looks an account up.",
      parameters: {
        type: "object",
        properties: { account_number: { type: "string" } },
        required: ["account_number"],
      },
      request: { method: "POST", url: `http://127.0.0.1:${port}/look-up` },
      timeout_ms: 300,
    }),
  );
  const tools = ["look_up", "schedule_callback", "opt_out"];
  agentId = await desk.agent({ model: model.id, variables: VARIABLES, tools });
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
  await model.close();
  await egress.close();
  await closeHub();
});
beforeEach(() => {
  heard = [];
  answer = (response) => response.end('{"balance": 12, "holder": "48151623"}');
});

/** A call in which the model does this after the caller's first words, and then says something. */
async function converse(step: ReturnType<typeof calls>, extra: object = {}) {
  model.answer({ says: [says("How can I help?"), step, says("Done.")], extract: json({}) });
  const { id } = await desk.start(agentId, extra);
  return { id, ...(await desk.say(id, "Please go on.")) };
}
/** What the model was told of its last tool, as a server gets it. */
const told = () => JSON.stringify(model.requests.at(-1)?.body.messages?.at(-1));

describe("a tool of the workspace's own", () => {
  it("is run with the value in clear, and shows it to nobody", async () => {
    const { turns, id } = await converse(calls("look_up", { account_number: ACCOUNT }));
    expect(heard).toEqual([{ account_number: ACCOUNT }]);
    expect(turns.map(({ role }) => role)).toEqual(["caller", "tool", "agent"]);
    expect(turns[1]?.tool).toMatchObject({
      name: "look_up",
      ok: true,
      arguments: { account_number: { masked: true } },
    });
    expect(JSON.stringify(turns)).not.toContain(ACCOUNT);
    const settled = await desk.end(id);
    expect(JSON.stringify(settled)).not.toContain(ACCOUNT);
    expect(settled.transcript[2]?.tool?.result).toMatchObject({ balance: 12 });
  });

  it.each([
    ["fails", (response: ServerResponse) => void response.writeHead(500).end("boom"), "http_5xx"],
    ["is too slow", () => undefined, "timeout"],
    ["hangs up", (response: ServerResponse) => void response.destroy(), "unreachable"],
  ])("that %s is told to the model and to the transcript, and the call goes on", async (_, behave, code) => {
    answer = behave;
    const { turns, call } = await converse(calls("look_up", { account_number: ACCOUNT }));
    expect(call.status).toBe("in_progress");
    expect(turns[1]?.tool).toMatchObject({ name: "look_up", ok: false, result: { error: { code } } });
    expect(turns.at(-1)).toMatchObject({ role: "agent", text: "Done." });
    expect(told()).toContain(code);
  });

  it.each([
    ["an unknown name", calls("dance", { on: "ice" }), "unknown_tool"],
    ["arguments that do not fit", calls("look_up", {}), "invalid_arguments"],
    ["arguments that are no JSON", calls("look_up", '{"account_number": '), "invalid_arguments"],
    ["arguments that are no object", calls("look_up", "[1]"), "invalid_arguments"],
  ])("is not run by %s", async (_, step, code) => {
    const { turns, call } = await converse(step);
    expect(heard).toEqual([]);
    expect(turns[1]?.tool).toMatchObject({ ok: false, result: { error: { code } } });
    expect(call.status).toBe("in_progress");
    expect(turns.at(-1)?.text).toBe("Done.");
  });

  it("is cut off with the agent when the call is ended", async () => {
    answer = () => undefined;
    model.answer({ says: [says("Hello."), calls("look_up", { account_number: ACCOUNT })] });
    const { id } = await desk.start(agentId);
    const talking = desk.say(id, "Look it up.");
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    const ended = await desk.end(id);
    expect(ended).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(ended.transcript.at(-1)).toMatchObject({ role: "tool", tool: { ok: false } });
    await talking;
  });
});

describe("a model that calls tools in circles", () => {
  it("is asked for words alone in the end, and gives the word back to the caller", async () => {
    const circle = calls("look_up", { account_number: ACCOUNT });
    const before = model.requests.length;
    model.answer({ says: [says("Hello."), ...Array.from({ length: 20 }, () => circle), says("Sorry.")] });
    const { id } = await desk.start(agentId);
    const { turns, call } = await desk.say(id, "Go on.");
    expect(call.status).toBe("in_progress");
    expect(turns.filter(({ role }) => role === "tool")).toHaveLength(7);
    const choices = model.requests.slice(before + 1).map(({ body }) => body.tool_choice);
    expect(choices).toEqual([...Array.from({ length: 7 }, () => "auto"), "none"]);
  });
});

describe("save_variables", () => {
  const noted = async (args: unknown) => {
    const { call, turns } = await converse(calls("save_variables", args));
    // Notes are the engine's, not the transcript's.
    expect(turns.map(({ role }) => role)).toEqual(["caller", "agent"]);
    return call.variables;
  };

  it("notes values by their types, and shows the sensitive ones masked", async () => {
    expect(await noted({ account_number: ACCOUNT, day: "the 24th of November 2026" })).toEqual({
      account_number: { masked: true },
      day: "2026-11-24",
    });
    expect(told()).toContain('{\\"ok\\":true}');
  });

  it.each([
    ["a value of another type", { day: "blue" }, '\\"not_valid\\":[\\"day\\"]'],
    ["a payment card", { account_number: CARD }, '\\"not_valid\\":[\\"account_number\\"]'],
    ["a name that the agent does not have", { shoe_size: 42 }, '\\"ok\\":false'],
    ["no object", "[]", '\\"ok\\":false'],
  ])("refuses %s, and tells the model", async (_, args, answered) => {
    expect(await noted(args)).toEqual({});
    expect(told()).toContain(answered);
  });
});

describe("schedule_callback", () => {
  const callbackOf = (id: string) =>
    desk.rows.one(db.selectFrom("callbacks").selectAll().where("call_id", "=", id));

  it("writes down when, whom and why, the last two sealed", async () => {
    const args = { at: "2026-11-24T10:30:00+01:00", reason: "about the bill" };
    const { id, turns } = await converse(calls("schedule_callback", args), { to: NUMBER });
    expect(turns[1]?.tool?.ok).toBe(true);
    expect(told()).toContain('\\"at\\":\\"2026-11-24T09:30:00.000Z\\"');
    const row = await callbackOf(id);
    if (!row?.reason || !row.number) throw new Error("no callback");
    expect(row).toMatchObject({
      due_at: "2026-11-24T09:30:00.000Z",
      status: "pending",
      environment: "live",
      agent_id: agentId,
    });
    // Under the contact's key: the call's own may go with the call.
    expect(row.subject_id).toMatch(/^ctc_/);
    const sealer = await subjectSealer(desk.space.workspaceId, row.subject_id);
    const place = (field: string) => ({ table: "callbacks", row: row.id, field });
    expect(sealer.openText(place("reason"), row.reason)).toBe("about the bill");
    expect(sealer.openText(place("number"), row.number)).toBe(NUMBER);
    expect(row.contact_hash).toEqual((await indexer(desk.space.workspaceId)).hash("number", NUMBER));
  });

  it("is consent to be called back, with the turn as evidence", async () => {
    const phone = "+12125550177";
    const { id } = await converse(calls("schedule_callback", { at: "2026-11-24T10:30:00Z" }), { to: phone });
    const [entry, ...more] = await desk.rows.all(
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
    const sealer = await subjectSealer(desk.space.workspaceId, contactId);
    const place = { table: "consents", row: entry?.id ?? "", field: "evidence" };
    expect(sealer.openText(place, entry?.evidence ?? Buffer.of())).toBe(`Turn 1 of the call ${id}.`);
  });

  it("keeps no payment card as a reason", async () => {
    const { id } = await converse(
      calls("schedule_callback", { at: "2026-11-24T10:30:00Z", reason: `card ${CARD}` }),
    );
    const row = await callbackOf(id);
    const sealer = await subjectSealer(desk.space.workspaceId, id);
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
    const { id, turns } = await converse(calls("schedule_callback", args));
    expect(turns[1]?.tool).toMatchObject({ ok: false, result: { error: { code: "invalid_arguments" } } });
    expect(await callbackOf(id)).toBeUndefined();
  });
});

describe("opt_out", () => {
  const suppressions = () => desk.rows.all(db.selectFrom("suppressions").selectAll());

  it("has nothing to remove in a chat that has no number, and the caller is told so", async () => {
    const { call } = await converse(calls("opt_out"));
    expect(call.status).toBe("in_progress");
    expect(call.transcript.at(-1)?.text).toContain("no telephone number in this conversation");
    expect(told()).toContain("no_number");
    expect(await suppressions()).toEqual([]);
  });

  it("suppresses the number for call and text from that second on, and the call ends by it", async () => {
    const { id } = await converse(calls("opt_out", {}, "Goodbye."), { to: NUMBER });
    const call = await desk.end(id);
    expect(call).toMatchObject({ end_reason: "opted_out", outcome: { tag: "opted_out" } });
    const hash = (await indexer(desk.space.workspaceId)).hash("number", NUMBER);
    const row = {
      contact_hash: hash,
      channels: ["call", "text"],
      source: "spoken_opt_out",
      call_id: id,
      environment: "live",
    };
    expect(await suppressions()).toMatchObject([{ ...row, created_at: desk.now() }]);
    // Asked again, the wish belongs to neither call alone: to take one back lifts nothing of the other.
    await converse(calls("opt_out"), { to: NUMBER });
    expect(await suppressions()).toMatchObject([{ ...row, call_id: null }]);
  });
});
