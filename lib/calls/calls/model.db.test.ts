import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { disconnectIntegration, listIntegrations } from "@/lib/agents/integrations";
import { ListIntegrations } from "@/lib/agents/integrations/schema";
import { MODEL_LIMITS } from "@/lib/agents/models";
import type { Reply } from "@/lib/agents/models/testing/reply";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { type Desk, openDesk, VARIABLES } from "./testing/desk";
import { BOOKED, calls, json, says, startModel, type TestModel } from "./testing/model";

const ACCOUNT = "48151623";
/** What every agent says first, unless told otherwise. */
const DISCLOSURE = "Hello, you are speaking with an automated assistant.";
const APOLOGY = "I am sorry, I cannot continue because of a technical problem.";
const spoken = (text: unknown): string => JSON.stringify(text).replaceAll(/[\s-]/g, "");

let desk: Desk;
let model: TestModel;
let agentId: string;
beforeAll(async () => {
  // As in life, but nobody waits a quarter of a minute for a server that says nothing.
  Object.assign(MODEL_LIMITS, {
    firstByteMs: 400,
    wholeAnswerMs: 400,
    idleMs: 400,
    totalMs: 2_000,
    retryDelayMs: 5,
  });
  desk = await openDesk();
  model = await startModel(desk);
  agentId = await desk.agent({ model: model.id, variables: VARIABLES });
});
afterAll(async () => {
  await model.close();
  await egress.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const FAULTS: [string, Reply][] = [
  ["is down", { kind: "reset" }],
  ["hangs", { kind: "hang" }],
  ["refuses", { kind: "status", status: 401 }],
  ["is overrun", { kind: "status", status: 429 }],
  ["is broken", { kind: "status", status: 500 }],
  ["answers with a web page", { kind: "raw", body: "<html>", contentType: "text/html" }],
  ["answers with garbage", { kind: "raw", body: "data: {]}\n\n" }],
  [
    "breaks off in the middle",
    { kind: "raw", body: 'data: {"choices":[{"index":0,"delta":{"content":"So"}}]}\n\n', tear: true },
  ],
  ["stops in the middle", { kind: "hang_midway", chunks: ["Let me ", "see"] }],
  ["never stops", { kind: "endless" }],
];

describe.each(FAULTS)("a model that %s", (_, fault) => {
  it("at the greeting leaves a failed call that is settled without it", async () => {
    model.answer({ says: [fault], extract: fault, conclude: fault });
    const call = await desk.start(agentId);
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error", outcome: { tag: "failed" } });
    expect(call.settled_at).not.toBeNull();
    expect(call.outcome?.successful).toBe(false);
  });

  it("in mid-conversation leaves what was said, with the caller's answers withheld", async () => {
    model.answer({ says: [says("Your account ", "number?"), fault], extract: fault, conclude: fault });
    const { id } = await desk.start(agentId);
    const { turns, call } = await desk.say(id, `It is ${ACCOUNT}.`);
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error", outcome: { tag: "failed" } });
    expect(call.settled_at).not.toBeNull();
    expect(call.transcript.slice(0, 2)).toMatchObject([
      { role: "agent", text: `${DISCLOSURE} Your account number?` },
      { role: "caller", text: "[withheld]" },
    ]);
    expect(spoken(turns)).not.toContain(ACCOUNT);
    await expect(desk.say(id, "Hello?")).rejects.toMatchObject({ code: "invalid_state" });
  });
});

describe("a model that fails", () => {
  it("is heard in whole sentences, and then tells the caller", async () => {
    model.answer({ says: [says("Hi."), { kind: "hang_midway", chunks: ["Let me ", "see "] }] });
    const { id } = await desk.start(agentId);
    const { turns } = await desk.say(id, "Hello.");
    expect(turns.slice(1)).toMatchObject([{ role: "agent", text: APOLOGY, interrupted: false }]);
    model.answer({ says: [{ kind: "endless" }] });
    expect((await desk.start(agentId)).transcript).toMatchObject([{ text: `${DISCLOSURE} ${APOLOGY}` }]);
  });

  it("behind a whole sentence goes on with the caller's turn", async () => {
    model.answer({ says: [{ kind: "hang_midway", chunks: ["Good morning. ", "How"] }, says("Yes.")] });
    const call = await desk.start(agentId);
    expect(call).toMatchObject({
      status: "in_progress",
      transcript: [{ text: `${DISCLOSURE} Good morning. ` }],
    });
    expect((await desk.say(call.id, "Are you there?")).turns.at(-1)).toMatchObject({ text: "Yes." });
  });

  it("after a slow answer, in pieces, is no failure", async () => {
    model.answer({ says: [{ kind: "text", chunks: ["Good ", "morning."], pauseMs: 100 }] });
    const call = await desk.start(agentId);
    expect(call).toMatchObject({
      status: "in_progress",
      transcript: [{ text: `${DISCLOSURE} Good morning.`, interrupted: false }],
    });
  });

  it("uncovers nothing that the agent repeated of an answer that nobody has read", async () => {
    model.answer({
      says: [says("Your name?"), says("Thank you, Zanzibar Quux. And the day?"), { kind: "reset" }],
    });
    const named = await desk.agent({ model: model.id, variables: [{ ...VARIABLES[0], name: "full_name" }] });
    const { id } = await desk.start(named);
    await desk.say(id, "Zanzibar Quux");
    const { call } = await desk.say(id, "Tomorrow.");
    expect(call.end_reason).toBe("model_error");
    expect(JSON.stringify(await desk.read(id))).not.toMatch(/Zanzibar|Quux/);
  });

  it("as its server is no longer connected ends the call like one that is down", async () => {
    const other = await openDesk();
    const house = await startModel(other);
    house.answer({ says: [says("Hello.")] });
    const { id } = await other.start(await other.agent({ model: house.id }));
    const owner = other.space.ctx("owner");
    const { data } = await listIntegrations(owner, ListIntegrations.parse({}));
    for (const integration of data) await disconnectIntegration(owner, integration.id);
    const { call } = await other.say(id, "Hello.");
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error" });
    expect(call.transcript.at(-1)).toMatchObject({ role: "agent", text: APOLOGY });
    await house.close();
  });
});

describe("a model that never says what it asks", () => {
  it("has its callers withheld while the call runs, and masked by spans once it is settled", async () => {
    model.answer({
      says: [
        says("Which account?"),
        says("And the day?"),
        calls("end_call", { outcome: "booked" }, "Goodbye."),
      ],
      extract: json({ account_number: ACCOUNT, day: "2026-11-24" }),
      conclude: BOOKED,
    });
    const { id } = await desk.start(agentId);
    const first = await desk.say(id, `My number is ${ACCOUNT}, thanks.`);
    expect(first.turns[0]).toMatchObject({ role: "caller", text: "[withheld]" });
    expect(spoken(first)).not.toContain(ACCOUNT);
    const last = await desk.say(id, "On the 24th of November.");
    expect(last.call).toMatchObject({
      status: "completed",
      outcome: { tag: "booked", successful: true, summary: "A table was booked." },
      variables: { account_number: { masked: true }, day: "2026-11-24" },
    });
    expect(last.call.transcript[1]?.text).toBe("My number is [account_number], thanks.");
    expect(last.call.transcript[3]?.text).toBe("On the 24th of November.");
  });

  it("never reads a sensitive value when it concludes", async () => {
    model.answer({ says: [says("Which account?")], extract: json({ account_number: ACCOUNT }) });
    const { id } = await desk.start(agentId);
    await desk.say(id, ACCOUNT);
    await desk.end(id);
    const concluding = model.requests.at(-1)?.body.messages;
    expect(spoken(concluding)).not.toContain(ACCOUNT);
    expect(spoken(concluding)).toContain("[account_number]");
  });
});

describe("what a model reads out of a finished call", () => {
  const extractions: [string, Reply][] = [
    ["is no JSON", says("I could not find anything")],
    ["is half an object", says('{"day": "2026')],
    ["does not come", { kind: "status", status: 500 }],
  ];
  it.each(extractions)(
    "%s: the queue asks again, and the call stays withheld until it is read",
    async (_, extract) => {
      model.answer({ says: [says("Which account?")], extract });
      const { id } = await desk.start(agentId);
      await desk.say(id, `It is ${ACCOUNT}.`);
      const ended = await desk.end(id);
      expect(ended).toMatchObject({
        status: "completed",
        end_reason: "caller_hung_up",
        settled_at: null,
        outcome: null,
      });
      expect(ended.transcript[1]?.text).toBe("[withheld]");
      const asked = model.requests.length;
      await desk.tick(id);
      expect(model.requests).toHaveLength(asked);
      model.answer({ extract: json({ account_number: ACCOUNT }) });
      desk.wait(16);
      await desk.tick(id);
      const settled = await desk.read(id);
      expect(settled).toMatchObject({
        outcome: { tag: "booked" },
        variables: { account_number: { masked: true } },
      });
      expect(settled.transcript[1]?.text).toBe("It is [account_number].");
    },
  );

  it("after the last try is done without, and stays as it was shown", async () => {
    model.answer({ says: [says("Which account?")], extract: says("no") });
    const { id } = await desk.start(agentId);
    await desk.say(id, `It is ${ACCOUNT}.`);
    await desk.end(id);
    for (let tries = 0; tries < 3; tries++) {
      desk.wait(300);
      await desk.tick(id);
      expect((await desk.read(id)).settled_at).toBeNull();
    }
    const asked = model.requests.length;
    desk.wait(300);
    await desk.tick(id);
    const settled = await desk.read(id);
    expect(model.requests).toHaveLength(asked);
    expect(settled).toMatchObject({
      status: "completed",
      end_reason: "caller_hung_up",
      outcome: { tag: "failed", successful: false },
    });
    expect(settled.settled_at).not.toBeNull();
    expect(settled.transcript.map(({ text }) => text)).toEqual([
      `${DISCLOSURE} Which account?`,
      "[withheld]",
      "Which account?",
    ]);
  });

  it("keeps the tag that was chosen in the conversation, also where it cannot be read out", async () => {
    model.answer({ says: [calls("end_call", { outcome: "booked" }, "Bye.")], extract: says("no") });
    const { id } = await desk.start(agentId);
    for (let tries = 0; tries < 4; tries++) {
      desk.wait(300);
      await desk.tick(id);
    }
    expect((await desk.read(id)).outcome).toMatchObject({ tag: "booked", successful: true });
  });

  it.each([
    [
      "a tag that the agent does not have",
      { outcome: "won", summary: "Won.", successful: true },
      { tag: "not_booked", successful: false },
    ],
    [
      "a tag of the agent's",
      { outcome: "booked", summary: "Won.", successful: true },
      { tag: "booked", successful: true },
    ],
  ])("%s", async (_, conclusion, expected) => {
    model.answer({ conclude: json(conclusion) });
    const { id } = await desk.start(agentId);
    expect((await desk.end(id)).outcome).toMatchObject(expected);
  });

  it("is validated: values of the wrong type and unknown names are left out", async () => {
    model.answer({ extract: json({ day: "soonish", account_number: { nested: 1 }, made_up: "x" }) });
    const { id } = await desk.start(agentId);
    expect((await desk.end(id)).variables).toEqual({});
  });

  it("may be wrapped in words and code fences", async () => {
    model.answer({ extract: says('Here it is:\n```json\n{"day": "2026-11-24"}\n```') });
    const { id } = await desk.start(agentId);
    expect((await desk.end(id)).variables).toEqual({ day: "2026-11-24" });
  });
});
