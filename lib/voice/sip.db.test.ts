import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findAttempt } from "@/lib/outreach/dialing";
import { closeHub } from "@/lib/platform/live";
import { silence, tone } from "./testing/providers";
import { openSipDesk, type SipDesk, type Telephone } from "./testing/sip-fixture";
import { watchCalls } from "./testing/watch-calls";

const PATIENCE = { timeout: 20_000, interval: 20 };
const TABLE = [
  { name: "day", type: "date", description: "the day" },
  { name: "people", type: "number", description: "how many people come" },
];
const LINES = ["on the first of December", "four", "yes, that is right"];
/** Enough to end an utterance by. */
const BEHIND_MS = 900;

let fixture: SipDesk;
const { agentSpoke, callOf, settled } = watchCalls(() => fixture);
beforeAll(async () => {
  fixture = await openSipDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const say = (telephone: Telephone, line: number) =>
  telephone.say([...tone(line, 600), ...silence(BEHIND_MS)]);
function requireTelephone(result: Telephone | number): Telephone {
  if (typeof result === "number") throw new Error(`The call was refused: ${result}.`);
  return result;
}

/** Answers the agent's three questions. */
async function answerQuestions(telephone: Telephone, agentId: string): Promise<void> {
  for (const [line] of LINES.entries()) {
    await agentSpoke(agentId, line + 1);
    await say(telephone, line);
  }
}

describe("a call to a number of a trunk", () => {
  it("is answered by the number's agent, which hears and is heard", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const to = await fixture.line(agentId);
    const telephone = requireTelephone(await fixture.rings("+12125550142", to));
    await answerQuestions(telephone, agentId);
    expect(await telephone.dialog.ended).toBe("remote");
    const call = await settled(agentId);
    expect(call).toMatchObject({ channel: "phone", direction: "inbound", end_reason: "agent_ended" });
    expect(call.variables).toMatchObject({ people: 4 });
    expect(telephone.heardFrames()).toBeGreaterThan(20);
  });

  it("is not recorded if the caller presses 9", async () => {
    const recording = { enabled: true, announce: true, answer_window_ms: 6_000 };
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE, recording });
    const telephone = requireTelephone(await fixture.rings("+12125550142", await fixture.line(agentId)));
    await vi.waitFor(async () => {
      const trace = (await callOf(agentId)).recording.trace;
      expect(trace).toContainEqual(expect.objectContaining({ event: "announced" }));
    }, PATIENCE);
    telephone.media.sendKey("9");
    await vi.waitFor(
      async () => expect((await callOf(agentId)).recording.state).toBe("suppressed"),
      PATIENCE,
    );
    await telephone.dialog.bye();
    expect((await settled(agentId)).recording.state).toBe("suppressed");
  });

  it("ends when the caller hangs up", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const telephone = requireTelephone(await fixture.rings("+12125550142", await fixture.line(agentId)));
    await agentSpoke(agentId, 1);
    await telephone.dialog.bye();
    expect(await settled(agentId)).toMatchObject({ end_reason: "caller_hung_up" });
  });

  it("is refused with 404 for an unknown number, and with 480 if no agent answers", async () => {
    expect(await fixture.rings("+12125550142", "+12135550100")).toBe(404);
    expect(await fixture.rings("+12125550142", await fixture.line(null))).toBe(480);
  });

  it("is forwarded to the fallback number over the same trunk if no agent answers", async () => {
    const colleague = fixture.person();
    const to = await fixture.line(null, { fallback_number: colleague });
    const telephone = requireTelephone(await fixture.rings("+12125550142", to));
    const person = await vi.waitFor(() => {
      const answered = fixture.answered.get(colleague);
      if (answered === undefined) throw new Error("The colleague has not answered.");
      return answered;
    }, PATIENCE);
    await telephone.say(tone(1, 400));
    await vi.waitFor(() => expect(person.heardFrames()).toBeGreaterThan(5), PATIENCE);
    await person.dialog.bye();
    expect(await telephone.dialog.ended).toBe("remote");
  });
});

describe("a call of an agent over a trunk", () => {
  it("reaches the contact, who talks to the agent", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    await fixture.line(agentId);
    const to = fixture.person();
    const call = await fixture.dials(agentId, to);
    const telephone = await vi.waitFor(() => {
      const answered = fixture.answered.get(to);
      if (answered === undefined) throw new Error("The call has not arrived.");
      return answered;
    }, PATIENCE);
    await telephone.say([...tone(5, 400), ...silence(BEHIND_MS)]);
    await answerQuestions(telephone, agentId);
    const ended = await settled(agentId);
    expect(ended).toMatchObject({ id: call.id, direction: "outbound", end_reason: "agent_ended" });
    await vi.waitFor(async () => {
      const match = await findAttempt(fixture.space.ctx("viewer"), { callId: call.id });
      expect(match?.attempt).toMatchObject({ carrier: "sip", carrier_ref: `sip:${call.id}` });
    }, PATIENCE);
  });

  it("is hung up if its answer cannot be used", async () => {
    const agentId = await fixture.agent({}, {});
    await fixture.line(agentId);
    const to = fixture.person();
    fixture.subscriber(to, { answer: "without_audio" });
    await fixture.dials(agentId, to);
    const telephone = await vi.waitFor(() => {
      const answered = fixture.answered.get(to);
      if (answered === undefined) throw new Error("The call has not arrived.");
      return answered;
    }, PATIENCE);
    expect(await telephone.dialog.ended).toBe("remote");
    await vi.waitFor(async () => expect((await callOf(agentId)).status).toBe("failed"), PATIENCE);
  });

  it.each([
    [486, "busy", "busy"],
    [603, "busy", "declined"],
    [480, "no_answer", "no_answer"],
    [404, "failed", "carrier_error"],
    [503, "failed", "carrier_error"],
  ])("that is refused with %i ends as %s, with one INVITE", async (status, callStatus, endReason) => {
    const agentId = await fixture.agent({}, {});
    await fixture.line(agentId);
    const to = fixture.person();
    fixture.subscriber(to, { answer: "refuses", status });
    await fixture.dials(agentId, to);
    const call = await vi.waitFor(async () => {
      const current = await callOf(agentId);
      if (current.ended_at === null) throw new Error("It has not ended.");
      return current;
    }, PATIENCE);
    expect(call).toMatchObject({ status: callStatus, end_reason: endReason });
    expect(fixture.invites.filter(({ calledUser }) => calledUser === to)).toHaveLength(1);
  });

  it("is never placed to a premium-rate number or another country", async () => {
    const agentId = await fixture.agent({}, {});
    await fixture.line(agentId);
    for (const to of ["+19005550199", "+442071838750"]) {
      const call = await fixture.dials(agentId, to);
      await vi.waitFor(async () => expect((await fixture.read(call.id)).ended_at).not.toBeNull(), PATIENCE);
      expect((await fixture.read(call.id)).reasons?.[0]?.code).toBe("not_allowed");
    }
    expect(fixture.invites.some(({ calledUser }) => /900|44/.test(calledUser.slice(0, 5)))).toBe(false);
  });
});
