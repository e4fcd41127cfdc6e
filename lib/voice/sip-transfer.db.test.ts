import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { finishRecording, readPeaks } from "@/lib/calls/recordings";
import { closeHub } from "@/lib/platform/live";
import { silence, tone } from "./testing/providers";
import { openSipDesk, type SipDesk, type Telephone } from "./testing/sip-fixture";
import { recordingEvents, toolTurn, watchCalls } from "./testing/watch-calls";

const PATIENCE = { timeout: 20_000, interval: 20 };
const LINES = ["I want to talk to a human", "my code is 4471", "four", "yes, that is right"];
const ANNOUNCEMENT = "This call is recorded.";
const RECORDED = { enabled: true, announce: true, announcement: ANNOUNCEMENT, announce_on_transfer: true };
const PEOPLE = { name: "people", type: "number", description: "how many people come" };
const WORDS = [...tone(0, 600), ...silence(900)];
const A_SECOND = 50;
/** A test that answers reads from the database that the announcement was heard, before this time is over. */
const WINDOW_MS = 6_000;

let fixture: SipDesk;
const { agentSpoke, callOf, settled } = watchCalls(() => fixture);
beforeAll(async () => {
  fixture = await openSipDesk();
  // Tools that transfer callers are deployed where a carrier is connected.
  await fixture.line(null);
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const transferring = (to: string, extra: object = {}) =>
  fixture.agent(
    { lines: LINES, charMs: 5 },
    { tools: ["transfer_to_human"], transfer_to: to, variables: [PEOPLE], ...extra },
  );
const textsOf = (callId: string) => fixture.providersOf(callId)?.synthesizedTexts ?? [];

/** A caller who asks for a human after the greeting. */
async function asks(agentId: string): Promise<Telephone> {
  const caller = await fixture.rings(fixture.person(), await fixture.line(agentId));
  if (typeof caller === "number") throw new Error(`The call was refused: ${caller}.`);
  await agentSpoke(agentId, 1);
  await caller.say(WORDS);
  return caller;
}
const answeredBy = (person: string) =>
  vi.waitFor(() => {
    const telephone = fixture.answered.get(person);
    if (telephone === undefined) throw new Error("The person has not answered.");
    return telephone;
  }, PATIENCE);
/** The person has heard the begin of the briefing. */
const isBriefed = (telephone: Telephone) =>
  vi.waitFor(() => expect(telephone.heardFrames()).toBeGreaterThan(5), PATIENCE);

describe("a caller on a trunk who asks for a person", () => {
  it("is connected once the person has heard the briefing and pressed 1, and both are recorded", async () => {
    const to = fixture.person();
    const answer_window_ms = WINDOW_MS;
    const agentId = await transferring(to, { recording: { ...RECORDED, answer_window_ms } });
    const caller = await asks(agentId);
    const person = await answeredBy(to);
    await isBriefed(person);
    expect((await callOf(agentId)).ended_at).toBeNull();
    person.media.sendKey("1");
    const call = await settled(agentId);
    expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
    expect(toolTurn(call)).toMatchObject({ name: "transfer_to_human", ok: true });
    const briefing = textsOf(call.id).find((text) => text.includes("Press 1")) ?? "";
    expect(briefing).toContain("The caller said: I want to talk to a human");
    expect(briefing).toContain(ANNOUNCEMENT);
    const [before, personBefore] = [caller.heardFrames(), person.heardFrames()];
    await Promise.all([caller.say(tone(1, 1_000)), person.say(tone(2, 1_000))]);
    await vi.waitFor(() => expect(caller.heardFrames() - before).toBeGreaterThan(A_SECOND / 2), PATIENCE);
    await vi.waitFor(
      () => expect(person.heardFrames() - personBefore).toBeGreaterThan(A_SECOND / 2),
      PATIENCE,
    );
    await caller.dialog.bye();
    expect(await person.dialog.ended).toBe("remote");
    const done = await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      const current = await fixture.read(call.id);
      expect(current.recording.state).toBe("recorded");
      return current;
    }, PATIENCE);
    expect(recordingEvents(done)).toEqual([
      "announcing",
      "announced",
      "began_after_silence",
      "announced_on_bridge",
      "stopped",
    ]);
    const peaks = await readPeaks(fixture.ctx, call.id);
    const last = (leg: readonly number[]) => Math.max(...leg.slice(-Math.ceil(leg.length / 4)));
    expect(last(peaks.caller)).toBeGreaterThan(0.05);
    expect(last(peaks.agent)).toBeGreaterThan(0.05);
  });

  it("is recorded no further if the person presses 9, and keeps the keys of a payment line", async () => {
    const to = fixture.person();
    const agentId = await transferring(to, { recording: { ...RECORDED, answer_window_ms: WINDOW_MS } });
    const caller = await asks(agentId);
    const person = await answeredBy(to);
    await isBriefed(person);
    person.media.sendKey("9");
    const call = await settled(agentId);
    expect(recordingEvents(call)).not.toContain("announced_on_bridge");
    caller.media.sendKey("5");
    await vi.waitFor(() => expect(person.keys).toContain("5"), PATIENCE);
    await person.dialog.bye();
    expect(await caller.dialog.ended).toBe("remote");
  });

  it.each([
    ["declines", (person: Telephone) => person.media.sendKey("2")],
    ["hangs up during the briefing", (person: Telephone) => void person.dialog.bye()],
  ])("returns to the agent if the person %s", async (_, refuse) => {
    const to = fixture.person();
    const agentId = await transferring(to);
    const caller = await asks(agentId);
    const person = await answeredBy(to);
    await isBriefed(person);
    refuse(person);
    await person.dialog.ended;
    await vi.waitFor(
      async () => expect(toolTurn(await callOf(agentId))).toMatchObject({ ok: false }),
      PATIENCE,
    );
    await agentSpoke(agentId, 3);
    expect((await callOf(agentId)).ended_at).toBeNull();
    await caller.dialog.bye();
    expect(await settled(agentId)).toMatchObject({ end_reason: "caller_hung_up" });
  });

  it("is announced without the values that the transcript masks", async () => {
    const to = fixture.person();
    const variables = [
      { name: "code", type: "number", sensitive: true, description: "the code of the door" },
    ];
    const lines = ["my code is 4471", "I want to talk to a human"];
    const agentId = await fixture.agent(
      { lines, charMs: 5 },
      { tools: ["transfer_to_human"], transfer_to: to, variables },
    );
    const caller = await fixture.rings(fixture.person(), await fixture.line(agentId));
    if (typeof caller === "number") throw new Error(`The call was refused: ${caller}.`);
    await agentSpoke(agentId, 1);
    await caller.say(WORDS);
    await agentSpoke(agentId, 2);
    await caller.say([...tone(1, 600), ...silence(900)]);
    await isBriefed(await answeredBy(to));
    const { id } = await callOf(agentId);
    const briefing = textsOf(id).find((text) => text.includes("Press 1")) ?? "";
    expect(briefing).toContain("is transferring a caller to you.");
    expect(briefing).not.toContain("4471");
    // While a call with sensitive variables runs, the view of its transcript withholds each turn.
    expect(briefing).not.toContain("said");
    await caller.dialog.bye();
    await settled(agentId);
  });

  it("is connected, unrecorded, in a call that the agent has placed", async () => {
    const to = fixture.person();
    const agentId = await transferring(to);
    await fixture.line(agentId);
    const contact = fixture.person();
    await fixture.dials(agentId, contact);
    const callee = await answeredBy(contact);
    await callee.say([...tone(3, 300), ...silence(900)]);
    await agentSpoke(agentId, 1);
    await callee.say(WORDS);
    const person = await answeredBy(to);
    await isBriefed(person);
    person.media.sendKey("9");
    await settled(agentId);
    const [before, personBefore] = [callee.heardFrames(), person.heardFrames()];
    await Promise.all([callee.say(tone(1, 1_500)), person.say(tone(2, 1_500))]);
    await vi.waitFor(() => expect(callee.heardFrames() - before).toBeGreaterThan(A_SECOND / 2), PATIENCE);
    await vi.waitFor(
      () => expect(person.heardFrames() - personBefore).toBeGreaterThan(A_SECOND / 2),
      PATIENCE,
    );
    await person.dialog.bye();
    expect(await callee.dialog.ended).toBe("remote");
  });

  it("returns to the agent if the person is busy", async () => {
    const to = fixture.person();
    fixture.subscriber(to, { answer: "refuses", status: 486 });
    const agentId = await transferring(to);
    const caller = await asks(agentId);
    await vi.waitFor(
      async () => expect(toolTurn(await callOf(agentId))).toMatchObject({ ok: false }),
      PATIENCE,
    );
    const answer = await vi.waitFor(async () => {
      const turn = (await callOf(agentId)).transcript.findLast(({ role }) => role === "agent");
      expect(turn?.text).toContain("nobody can be reached right now");
      return turn;
    }, PATIENCE);
    // The time in which the person's telephone rang is no delay of the agent.
    expect(answer?.latency_ms ?? null).toBeNull();
    expect(answer?.delays).toBeUndefined();
    await caller.dialog.bye();
    await settled(agentId);
  });

  it("reaches the first person who accepts, also at a SIP address over the trunk", async () => {
    const [busy, declining, further] = [fixture.person(), fixture.person(), fixture.person()];
    const user = `reception-${further.slice(1)}`;
    fixture.subscriber(busy, { answer: "refuses", status: 486 });
    const transfer_targets = [declining, `sip:${user}@pbx.example.com`, further].map((to) => ({ to }));
    const agentId = await transferring(busy, { transfer_targets });
    await asks(agentId);
    const second = await answeredBy(declining);
    await isBriefed(second);
    second.media.sendKey("2");
    await second.dialog.ended;
    const third = await answeredBy(user);
    await isBriefed(third);
    third.media.sendKey("1");
    expect(await settled(agentId)).toMatchObject({ end_reason: "transferred" });
    const invites = fixture.invites.map(({ calledUser }) => calledUser);
    expect(invites.slice(invites.indexOf(busy))).toEqual([busy, declining, user]);
    expect(fixture.invites.at(-1)?.header("to")[0]).toContain(`sip:${user}@pbx.example.com`);
    await third.dialog.bye();
  });

  it("who hangs up while it rings ends the call of the person", async () => {
    const to = fixture.person();
    fixture.subscriber(to, { answer: "rings" });
    const agentId = await transferring(to);
    const caller = await asks(agentId);
    const invite = await vi.waitFor(() => {
      const match = fixture.invites.find(({ calledUser }) => calledUser === to);
      if (match === undefined) throw new Error("The person's telephone does not ring.");
      return match;
    }, PATIENCE);
    await caller.dialog.bye();
    await vi.waitFor(() => expect(invite.canceled.aborted).toBe(true), PATIENCE);
    expect(await settled(agentId)).toMatchObject({ end_reason: "caller_hung_up" });
  });
});
