import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { disconnectIntegration, listIntegrations } from "@/lib/agents/integrations";
import { ListIntegrations } from "@/lib/agents/integrations/schema";
import { MODEL_LIMITS } from "@/lib/agents/models";
import type { Reply } from "@/lib/agents/models/testing/reply";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";
import { BOOKED, calls, json, says, startTestModel, type TestModel } from "./testing/model";

const ACCOUNT = "48151623";
/** The default first sentence of every agent. */
const DISCLOSURE = "Hello, you are speaking with an automated assistant.";
const APOLOGY = "I am sorry, I cannot continue because of a technical problem.";
/** A model that answers is never late, however busy the machine is. */
const PATIENT = {
  firstByteMs: 15_000,
  wholeAnswerMs: 15_000,
  idleMs: 15_000,
  totalMs: 60_000,
  retryDelayMs: 5,
};
/** Hanging requests take this long; the other requests of the same test have it too. */
const HANGING = { ...PATIENT, firstByteMs: 4_000, wholeAnswerMs: 4_000, idleMs: 4_000 };
const useLimits = (limits: typeof PATIENT): void => void Object.assign(MODEL_LIMITS, limits);
const withoutSpaces = (text: unknown): string => JSON.stringify(text).replaceAll(/[\s-]/g, "");

let fixture: CallFixture;
let model: TestModel;
let agentId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
  agentId = await fixture.agent({ model: model.id, variables: VARIABLES });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});
beforeEach(() => {
  useLimits(PATIENT);
  model.answer({});
});

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
  beforeEach(() => useLimits(fault.kind.startsWith("hang") ? HANGING : PATIENT));

  it("at the greeting leaves a failed call that is settled without it", async () => {
    model.answer({ says: [fault], extract: fault, conclude: fault });
    const call = await fixture.startCall(agentId);
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error", outcome: { tag: "failed" } });
    expect(call.settled_at).not.toBeNull();
    expect(call.outcome?.successful).toBe(false);
  });

  it("in mid-conversation keeps the turns, with the caller's answers withheld", async () => {
    model.answer({ says: [says("Your account ", "number?"), fault], extract: fault, conclude: fault });
    const { id } = await fixture.startCall(agentId);
    const { turns, call } = await fixture.say(id, `It is ${ACCOUNT}.`);
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error", outcome: { tag: "failed" } });
    expect(call.settled_at).not.toBeNull();
    expect(call.transcript.slice(0, 2)).toMatchObject([
      { role: "agent", text: `${DISCLOSURE} Your account number?` },
      { role: "caller", text: "[withheld]" },
    ]);
    expect(withoutSpaces(turns)).not.toContain(ACCOUNT);
    await expect(fixture.say(id, "Hello?")).rejects.toMatchObject({ code: "invalid_state" });
  });
});

describe("a model that fails", () => {
  it("is heard in whole sentences, and then informs the caller", async () => {
    useLimits(HANGING);
    model.answer({ says: [says("Hi."), { kind: "hang_midway", chunks: ["Let me ", "see "] }] });
    const { id } = await fixture.startCall(agentId);
    const { turns } = await fixture.say(id, "Hello.");
    expect(turns.slice(1)).toMatchObject([{ role: "agent", text: APOLOGY, interrupted: false }]);
    model.answer({ says: [{ kind: "endless" }] });
    expect((await fixture.startCall(agentId)).transcript).toMatchObject([
      { text: `${DISCLOSURE} ${APOLOGY}` },
    ]);
  });

  it("after a whole sentence continues with the caller's turn", async () => {
    useLimits(HANGING);
    model.answer({ says: [{ kind: "hang_midway", chunks: ["Good morning. ", "How"] }, says("Yes.")] });
    const call = await fixture.startCall(agentId);
    expect(call).toMatchObject({
      status: "in_progress",
      transcript: [{ text: `${DISCLOSURE} Good morning. ` }],
    });
    expect((await fixture.say(call.id, "Are you there?")).turns.at(-1)).toMatchObject({ text: "Yes." });
  });

  it("with a slow answer in pieces does not fail", async () => {
    model.answer({ says: [{ kind: "text", chunks: ["Good ", "morning."], pauseMs: 100 }] });
    const call = await fixture.startCall(agentId);
    expect(call).toMatchObject({
      status: "in_progress",
      transcript: [{ text: `${DISCLOSURE} Good morning.`, interrupted: false }],
    });
  });

  it("reveals nothing that the agent repeated of an answer that was not evaluated", async () => {
    model.answer({
      says: [says("Your name?"), says("Thank you, Zanzibar Quux. And the day?"), { kind: "reset" }],
    });
    const named = await fixture.agent({
      model: model.id,
      variables: [{ ...VARIABLES[0], name: "full_name" }],
    });
    const { id } = await fixture.startCall(named);
    await fixture.say(id, "Zanzibar Quux");
    const { call } = await fixture.say(id, "Tomorrow.");
    expect(call.end_reason).toBe("model_error");
    expect(JSON.stringify(await fixture.read(id))).not.toMatch(/Zanzibar|Quux/);
  });

  it("ends the call like an unreachable one if its server was disconnected", async () => {
    const otherFixture = await createCallFixture();
    const otherModel = await startTestModel(otherFixture);
    otherModel.answer({ says: [says("Hello.")] });
    const { id } = await otherFixture.startCall(await otherFixture.agent({ model: otherModel.id }));
    const owner = otherFixture.space.ctx("owner");
    const { data } = await listIntegrations(owner, ListIntegrations.parse({}));
    for (const integration of data) await disconnectIntegration(owner, integration.id);
    const { call } = await otherFixture.say(id, "Hello.");
    expect(call).toMatchObject({ status: "failed", end_reason: "model_error" });
    expect(call.transcript.at(-1)).toMatchObject({ role: "agent", text: APOLOGY });
    await otherModel.close();
  });
});

describe("a model that does not mark its questions", () => {
  it("has its callers withheld during the call, and masked by spans after settling", async () => {
    model.answer({
      says: [
        says("Which account?"),
        says("And the day?"),
        calls("end_call", { outcome: "booked" }, "Goodbye."),
      ],
      extract: json({ account_number: ACCOUNT, day: "2026-11-24" }),
      conclude: BOOKED,
    });
    const { id } = await fixture.startCall(agentId);
    const first = await fixture.say(id, `My number is ${ACCOUNT}, thanks.`);
    expect(first.turns[0]).toMatchObject({ role: "caller", text: "[withheld]" });
    expect(withoutSpaces(first)).not.toContain(ACCOUNT);
    const last = await fixture.say(id, "On the 24th of November.");
    expect(last.call).toMatchObject({
      status: "completed",
      outcome: { tag: "booked", successful: true, summary: "A table was booked." },
      variables: { account_number: { masked: true }, day: "2026-11-24" },
    });
    expect(last.call.transcript[1]?.text).toBe("My number is [account_number], thanks.");
    expect(last.call.transcript[3]?.text).toBe("On the 24th of November.");
  });

  it("never receives a sensitive value for the evaluation", async () => {
    model.answer({ says: [says("Which account?")], extract: json({ account_number: ACCOUNT }) });
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, ACCOUNT);
    await fixture.end(id);
    const concluding = model.requests.at(-1)?.body.messages;
    expect(withoutSpaces(concluding)).not.toContain(ACCOUNT);
    expect(withoutSpaces(concluding)).toContain("[account_number]");
  });
});

describe("the model's evaluation of an ended call", () => {
  const extractions: [string, Reply][] = [
    ["is no JSON", says("I could not find anything")],
    ["is half an object", says('{"day": "2026')],
    ["does not come", { kind: "status", status: 500 }],
  ];
  it.each(extractions)(
    "%s: the queue asks again, and the call stays withheld until it is read",
    async (_, extract) => {
      model.answer({ says: [says("Which account?")], extract });
      const { id } = await fixture.startCall(agentId);
      await fixture.say(id, `It is ${ACCOUNT}.`);
      const ended = await fixture.end(id);
      expect(ended).toMatchObject({
        status: "completed",
        end_reason: "caller_hung_up",
        settled_at: null,
        outcome: null,
      });
      expect(ended.transcript[1]?.text).toBe("[withheld]");
      const requestCount = model.requests.length;
      await fixture.tick(id);
      expect(model.requests).toHaveLength(requestCount);
      model.answer({ extract: json({ account_number: ACCOUNT }) });
      fixture.advanceClock(16);
      await fixture.tick(id);
      const settled = await fixture.read(id);
      expect(settled).toMatchObject({
        outcome: { tag: "booked" },
        variables: { account_number: { masked: true } },
      });
      expect(settled.transcript[1]?.text).toBe("It is [account_number].");
    },
  );

  it("is skipped after the last attempt, and the call stays withheld", async () => {
    model.answer({ says: [says("Which account?")], extract: says("no") });
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, `It is ${ACCOUNT}.`);
    await fixture.end(id);
    for (let tries = 0; tries < 3; tries++) {
      fixture.advanceClock(300);
      await fixture.tick(id);
      expect((await fixture.read(id)).settled_at).toBeNull();
    }
    const requestCount = model.requests.length;
    fixture.advanceClock(300);
    await fixture.tick(id);
    const settled = await fixture.read(id);
    expect(model.requests).toHaveLength(requestCount);
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

  it("keeps the tag chosen in the conversation, also if the evaluation fails", async () => {
    model.answer({ says: [calls("end_call", { outcome: "booked" }, "Bye.")], extract: says("no") });
    const { id } = await fixture.startCall(agentId);
    for (let tries = 0; tries < 4; tries++) {
      fixture.advanceClock(300);
      await fixture.tick(id);
    }
    expect((await fixture.read(id)).outcome).toMatchObject({ tag: "booked", successful: true });
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
    const { id } = await fixture.startCall(agentId);
    expect((await fixture.end(id)).outcome).toMatchObject(expected);
  });

  it("is validated: values of the wrong type and unknown names are ignored", async () => {
    model.answer({ extract: json({ day: "soonish", account_number: { nested: 1 }, made_up: "x" }) });
    const { id } = await fixture.startCall(agentId);
    expect((await fixture.end(id)).variables).toEqual({});
  });

  it("can be wrapped in words and code fences", async () => {
    model.answer({ extract: says('Here it is:\n```json\n{"day": "2026-11-24"}\n```') });
    const { id } = await fixture.startCall(agentId);
    expect((await fixture.end(id)).variables).toEqual({ day: "2026-11-24" });
  });
});
