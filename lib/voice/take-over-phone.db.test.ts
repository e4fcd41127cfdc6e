import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import type { TestBrowser } from "./testing/browser";
import { joinCall, signInMember } from "./testing/member-fixture";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { tone } from "./testing/providers";
import { openSipDesk, type SipDesk } from "./testing/sip-fixture";

const PATIENCE = { timeout: 20_000, interval: 20 };
/** The agent's voice is a level of 1,000 to 2,000, and a tone is far above it. */
const AGENT_LEVEL = 900;
const TONE_LEVEL = 4_000;
const A_SECOND = 50;
const SCRIPT = { lines: ["never mind"], charMs: 10 };

type Fixture = Pick<PhoneDesk, "space" | "read">;

async function callOf({ space, read }: Fixture, agentId: string) {
  const calls = db.selectFrom("calls").select("id").where("workspace_id", "=", space.workspaceId);
  const row = await reader(space.workspaceId).first(calls.where("agent_id", "=", agentId));
  if (row === undefined) throw new Error("There is no call.");
  return read(row.id);
}
const greeted = (fixture: Fixture, agentId: string) =>
  vi.waitFor(async () => {
    const call = await callOf(fixture, agentId);
    expect(call.transcript.some(({ role }) => role === "agent")).toBe(true);
    return call;
  }, PATIENCE);
const settled = (fixture: Fixture, agentId: string) =>
  vi.waitFor(async () => {
    const call = await callOf(fixture, agentId);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);
const connected = (member: TestBrowser) =>
  member.until(() => member.of("member").some(({ state }) => state === "connected"), PATIENCE.timeout);
const hearsTone = (member: TestBrowser) =>
  member.until(() => member.played.some(({ level }) => Math.abs(level) > TONE_LEVEL), PATIENCE.timeout);

afterEach(() => closeHub());

describe("a member who takes over a call over Twilio", () => {
  let fixture: PhoneDesk;
  beforeAll(async () => {
    fixture = await openPhoneDesk();
  });
  afterAll(() => fixture.close());

  it("is heard after the announcement alone, and hears the caller", async () => {
    const agentId = await fixture.agent(SCRIPT);
    const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    if (stream === null) throw new Error("There is no stream.");
    const call = await greeted(fixture, agentId);
    const atRequest = stream.heard.length;
    const member = await joinCall(await signInMember(fixture.space), fixture.joinUrl, {
      callId: call.id,
      kind: "take_over",
    });
    const talking = member.say(tone(4, 6_000), 0);
    await connected(member);
    const isTone = ({ level }: { level: number }) => level > TONE_LEVEL;
    await vi.waitFor(() => expect(stream.heard.slice(atRequest).some(isTone)).toBe(true), PATIENCE);
    const first = stream.heard.findIndex((frame, at) => at >= atRequest && isTone(frame));
    const announced = stream.heard.slice(atRequest, first).filter(({ level }) => level > AGENT_LEVEL);
    expect(announced.length).toBeGreaterThan(10);
    await stream.say(tone(2, 600));
    await hearsTone(member);
    await talking;
    member.send({ type: "hang_up" });
    await member.over();
    expect(await settled(fixture, agentId)).toMatchObject({ status: "completed", end_reason: "transferred" });
  });
});

describe("a member who takes over a call over a SIP trunk", () => {
  let fixture: SipDesk;
  beforeAll(async () => {
    fixture = await openSipDesk();
  });
  afterAll(() => fixture.close());

  it("and the caller hear each other, and the caller's hang-up ends the member's part", async () => {
    const agentId = await fixture.agent(SCRIPT);
    const caller = await fixture.rings(fixture.person(), await fixture.line(agentId));
    if (typeof caller === "number") throw new Error(`The call was refused: ${caller}.`);
    const call = await greeted(fixture, agentId);
    const member = await joinCall(await signInMember(fixture.space), fixture.joinUrl, {
      callId: call.id,
      kind: "take_over",
    });
    await connected(member);
    const before = caller.heardFrames();
    await member.say(tone(4, 1_000), 0);
    await vi.waitFor(() => expect(caller.heardFrames() - before).toBeGreaterThan(A_SECOND / 2), PATIENCE);
    await caller.say(tone(2, 1_000));
    await hearsTone(member);
    await caller.dialog.bye();
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "call_ended" }]);
    expect(await settled(fixture, agentId)).toMatchObject({ status: "completed", end_reason: "transferred" });
  });
});
