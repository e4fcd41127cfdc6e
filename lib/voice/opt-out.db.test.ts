import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { says, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, tone } from "./testing/providers";

const PATIENCE = { timeout: 20_000, interval: 20 };
const DISCLOSURE = "Hello, you are speaking with an automated assistant.";
/** Words of 600 ms, and the pause behind them. */
const toneOf = (line: number) => [...tone(line, 600), ...silence(900)];

let fixture: PhoneDesk;
let model: TestModel;
beforeAll(async () => {
  fixture = await openPhoneDesk();
  model = await startTestModel(fixture);
});
afterAll(async () => {
  await fixture.close();
  await model.close();
  await closeHub();
});

const callOf = async (agentId: string) => {
  const row = await reader(fixture.space.workspaceId).first(
    db.selectFrom("calls").select("id").where("agent_id", "=", agentId),
  );
  if (row === undefined) throw new Error("There is no call.");
  return fixture.read(row.id);
};
const suppressionsOf = (callId: string) =>
  reader(fixture.space.workspaceId).all(
    db.selectFrom("suppressions").select(["source", "channels"]).where("call_id", "=", callId),
  );
const turnsOf = (agentId: string, count: number) =>
  vi.waitFor(async () => {
    const call = await callOf(agentId);
    expect(call.transcript.length).toBeGreaterThanOrEqual(count);
    return call;
  }, PATIENCE);
const settled = (agentId: string) =>
  vi.waitFor(async () => {
    const call = await callOf(agentId);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);
async function ringing(script: { lines: string[]; charMs: number }, extra: object = {}) {
  const agentId = await fixture.agent(script, extra);
  const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
  if (stream === null) throw new Error("There is no stream.");
  return { agentId, stream };
}

describe("by telephone, with a model that ignores everything and no tools", () => {
  const stubborn = { disclosure: { enabled: true, text: DISCLOSURE } };

  it("the disclosure is the first that is spoken, and a wish during it acts at once", async () => {
    model.answer({ says: [says("We will not contact you again.")] });
    const lines = ["please stop calling me"];
    const { agentId, stream } = await ringing({ lines, charMs: 60 }, { ...stubborn, model: model.id });
    // The disclosure has begun to be heard.
    await vi.waitFor(() => expect(stream.heard.length).toBeGreaterThan(20), PATIENCE);
    await stream.say(toneOf(0));
    const { id, transcript } = await turnsOf(agentId, 2);
    expect(transcript[0]).toMatchObject({ role: "agent", interrupted: true });
    expect(DISCLOSURE.startsWith(transcript[0]?.text ?? "-")).toBe(true);
    expect(await suppressionsOf(id)).toEqual([{ source: "spoken_opt_out", channels: ["call", "text"] }]);
    stream.hangUp();
    expect(await settled(agentId)).toMatchObject({
      end_reason: "opted_out",
      outcome: { tag: "opted_out", successful: false },
    });
  });

  it("is said while the model thinks, and before its words", async () => {
    model.answer({ says: [{ kind: "text", chunks: ["How can I help?"], pauseMs: 200 }] });
    const { agentId, stream } = await ringing({ lines: [], charMs: 5 }, { ...stubborn, model: model.id });
    const { transcript } = await turnsOf(agentId, 1);
    expect(transcript[0]?.text).toBe(`${DISCLOSURE} How can I help?`);
    stream.hangUp();
    await settled(agentId);
  });
});

describe("by telephone, with the built-in model", () => {
  it("a wish that is the last thing said before hanging up holds", async () => {
    const variables = [{ name: "people", type: "number", description: "how many people come" }];
    const lines = ["don't ever call me again"];
    const { agentId, stream } = await ringing({ lines, charMs: 5 }, { variables });
    await turnsOf(agentId, 1);
    await stream.say(tone(0, 600));
    stream.hangUp();
    const call = await settled(agentId);
    expect(call).toMatchObject({ end_reason: "opted_out", outcome: { tag: "opted_out" } });
    expect(await suppressionsOf(call.id)).toHaveLength(1);
  });
});
