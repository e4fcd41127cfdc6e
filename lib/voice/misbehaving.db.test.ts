import "@/test/fixtures/loopback";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import * as ways from "@/lib/agents/models/testing/misbehaviors";
import { createTool } from "@/lib/agents/tools";
import { CreateTool } from "@/lib/agents/tools/schema";
import { type MisbehavingModel, startMisbehavingModel } from "@/lib/calls/calls/testing/misbehaving-model";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, speech, tone } from "./testing/providers";

const PATIENCE = { timeout: 20_000, interval: 20 };
const ACCOUNT = "48151623";
const CARD = "4111 1111 1111 1111";
const APOLOGY = "I am sorry, I cannot continue because of a technical problem.";
/** Longer than a caller is left in silence for. */
const SLOW_TOOL_MS = 1_800;
const VARIABLES = [
  { name: "account_number", type: "string", description: "your account number", sensitive: true },
  { name: "day", type: "date", description: "the day" },
];

let fixture: PhoneDesk;
let model: MisbehavingModel;
let service: Server;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { retryDelayMs: 5 });
  fixture = await openPhoneDesk();
  model = await startMisbehavingModel(fixture);
  service = createServer((_, response) => void setTimeout(() => response.end('{"free": 4}'), SLOW_TOOL_MS));
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/tables`;
  const request = { method: "POST", url };
  const parameters = { type: "object", properties: {} };
  const tool = {
    name: "free_tables",
    description: "Looks for tables.",
    parameters,
    request,
    timeout_ms: 5_000,
  };
  await createTool(fixture.space.ctx("owner"), CreateTool.parse(tool));
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
  await fixture.close();
  await model.close();
  await closeHub();
});

const agentOf = (lines: string[], extra: object = {}) =>
  fixture.agent({ lines, charMs: 5 }, { model: model.id, variables: VARIABLES, ...extra });

/** A call by browser in which the caller says these lines, each once the agent has finished, and then hangs up. */
async function talk(lines: string[], extra: object = {}) {
  const { call, browser } = await fixture.call(await agentOf(lines, extra));
  const agentTurns = () => browser.turns().filter(({ role }) => role === "agent").length;
  for (let n = 0; n < lines.length; n++) {
    await browser.until(() => agentTurns() > n || browser.closed() !== null);
    if (browser.closed() !== null) break;
    await browser.state("listening");
    await browser.say(speech(n, 600));
  }
  await browser.until(() => agentTurns() > lines.length || browser.closed() !== null);
  const live = JSON.stringify(browser.told);
  if (browser.closed() === null) browser.send({ type: "hang_up" });
  await browser.over();
  const settled = await vi.waitFor(async () => {
    const read = await fixture.read(call.id);
    expect(read.settled_at).not.toBeNull();
    return read;
  }, PATIENCE);
  return { live, call: settled };
}

const textsOf = (transcript: readonly { role: string; text: string | null }[], role: string) =>
  transcript.filter((turn) => turn.role === role).map(({ text }) => text?.trim());

describe("by voice, with a model that misbehaves", () => {
  it.each<[string, () => ways.Misbehavior[]]>([
    ["does as it is told", () => []],
    ["repeats what it hears", () => [ways.repeatsValues]],
    ["forgets its tools and repeats what it hears", () => [ways.forgetsTools, ways.repeatsValues]],
    ["changes language", () => [ways.changesLanguage]],
  ])(
    "that %s, captions and turns hold no sensitive value and no card while the call runs",
    async (_, behaviors) => {
      model.behave(...behaviors());
      const { live } = await talk([`It is ${ACCOUNT}.`, `My card is ${CARD}.`]);
      const plain = live.replaceAll(/(?<=\d)[\s-]+(?=\d)/g, "");
      expect(plain).not.toContain(ACCOUNT);
      expect(plain).not.toContain(CARD.replaceAll(" ", ""));
      expect(JSON.stringify(model.requests).replaceAll(" ", "")).not.toContain(CARD.replaceAll(" ", ""));
      expect(model.rejected).toEqual([]);
    },
  );

  it("an answer without words is replaced by the engine's sentence, and the call continues", async () => {
    model.behave(ways.afterGreeting(ways.answersEmpty));
    const { call } = await talk(["hello"]);
    expect(textsOf(call.transcript, "agent")[1]).toBe(
      "I am sorry, I have no answer to that. Could you put it in other words?",
    );
    expect(call.end_reason).toBe("caller_hung_up");
  });

  it("an answer that is cut is spoken in whole sentences", async () => {
    model.behave(ways.afterGreeting(ways.answersCut));
    const { call } = await talk(["hello"]);
    expect(textsOf(call.transcript, "agent")[1]).toBe("We are open today.");
    expect(fixture.providersOf(call.id)?.synthesizedTexts.join(" ")).not.toContain("at hal");
  });

  it("a model that fails tells the caller, and ends the call", async () => {
    model.behave(ways.afterGreeting(ways.fails(503)));
    const { call } = await talk(["hello"]);
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error" });
    expect(textsOf(call.transcript, "agent").at(-1)).toBe(APOLOGY);
    expect(fixture.providersOf(call.id)?.synthesizedTexts).toContain(APOLOGY);
  });
});

describe("by voice, while a tool is slow", () => {
  it("the caller is asked to hold, which is a turn of the system's and none that the model reads", async () => {
    model.behave(ways.invents("free_tables"));
    const { call } = await talk(["a table please"], { tools: ["free_tables"], variables: [] });
    const roles = call.transcript.map(({ role }) => role);
    expect(roles).toEqual(["agent", "caller", "system", "tool", "agent"]);
    expect(textsOf(call.transcript, "system")).toEqual(["One moment, please."]);
    expect(fixture.providersOf(call.id)?.synthesizedTexts).toContain("One moment, please.");
    expect(call.transcript[3]?.tool).toMatchObject({ ok: true });
    expect(JSON.stringify(model.requests.map(({ body }) => body.messages))).not.toContain(
      "One moment, please.",
    );
  });
});

describe("by telephone, with a contact", () => {
  it("the model and the greeting know what the agent's variables name of it, and nothing else", async () => {
    const from = fixture.person();
    const attributes = { first_name: "Ada", account_number: ACCOUNT, shoe_size: "canary-44" };
    await createContact(fixture.space.ctx("owner"), CreateContact.parse({ phone: from, attributes }));
    const first = { name: "first_name", type: "string", description: "your first name" };
    model.behave();
    const agentId = await agentOf(["hello"], {
      variables: [first, ...VARIABLES],
      prompt: "You talk to {{first_name}}.",
      greeting: "Good day, {{first_name}}.",
    });
    const { stream } = await fixture.rings(from, await fixture.line(agentId));
    const [system] = await vi.waitFor(() => {
      const messages = model.requests.at(-1)?.body.messages as { content: string }[];
      expect(messages[0]?.content).toContain('You talk to <data>"Ada"</data>.');
      return messages;
    }, PATIENCE);
    expect(system?.content).toContain(`<data>{"first_name":"Ada","account_number":"${ACCOUNT}"}</data>`);
    expect(system?.content).toContain('<data>"Good day, Ada."</data>');
    expect(system?.content).toContain("This is a telephone call.");
    expect(system?.content).toContain("Still to find out: day.");
    expect(JSON.stringify(model.requests)).not.toContain("canary-44");
    stream?.hangUp();
  });
});

describe("by telephone, where a person can be reached", () => {
  it("a caller whose model has failed is asked, and put through if they want that", async () => {
    const to = "+12125550177";
    model.behave(ways.afterGreeting(ways.fails(500)));
    const agentId = await agentOf(["hello", "yes please"], { transfer_to: to });
    const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    const callId = async () => {
      const row = await reader(fixture.space.workspaceId).first(
        db.selectFrom("calls").select("id").where("agent_id", "=", agentId),
      );
      return row?.id ?? "";
    };
    const agentSpoke = (times: number) =>
      vi.waitFor(async () => {
        const { transcript } = await fixture.read(await callId());
        expect(textsOf(transcript, "agent").length).toBeGreaterThanOrEqual(times);
      }, PATIENCE);
    await agentSpoke(1);
    await stream?.say([...tone(0, 600), ...silence(900)]);
    await agentSpoke(2);
    await stream?.say([...tone(1, 600), ...silence(900)]);
    await vi.waitFor(
      () => expect(fixture.carrier.bridges.some((bridge) => bridge.to === to)).toBe(true),
      PATIENCE,
    );
    const call = await vi.waitFor(async () => {
      const read = await fixture.read(await callId());
      expect(read.settled_at).not.toBeNull();
      return read;
    }, PATIENCE);
    expect(textsOf(call.transcript, "agent")[1]).toBe(`${APOLOGY} Shall I put you through to a person?`);
    expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
    await fixture.carrier.bridges.find((bridge) => bridge.to === to)?.hangUp();
  });
});
