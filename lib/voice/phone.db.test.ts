import "@/test/fixtures/loopback";
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tickCall } from "@/lib/calls/calls";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { VOICE_LIMITS } from "./limits";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, tone } from "./testing/providers";
import type { Stream } from "./testing/stream";
import { watchCalls } from "./testing/watch-calls";

const PATIENCE = { timeout: 20_000, interval: 20 };
const TABLE = [
  { name: "day", type: "date", description: "the day" },
  { name: "people", type: "number", description: "how many people come" },
];
const LINES = ["on the first of December", "four", "yes, that is right"];
/** Frames in which some words are heard of an agent that speaks slowly. */
const WORDS_HEARD = 120;
/** Enough to end an utterance by. */
const BEHIND_MS = 900;

let fixture: PhoneDesk;
const { agentSpoke, callOf, settled } = watchCalls(() => fixture);
beforeAll(async () => {
  Object.assign(VOICE_LIMITS, { startMs: 3_000 });
  fixture = await openPhoneDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const turns = async (agentId: string, role: string) =>
  (await callOf(agentId)).transcript.filter((turn) => turn.role === role);
const say = (stream: Stream, n: number) => stream.say([...tone(n, 600), ...silence(BEHIND_MS)]);
function requireStream(stream: Stream | null): Stream {
  if (stream === null) throw new Error("There is no stream.");
  return stream;
}

async function talk(agentId: string, stream: Stream): Promise<void> {
  for (let n = 0; n < LINES.length; n++) {
    await agentSpoke(agentId, n + 1);
    await say(stream, n);
  }
  await stream.over;
}

describe("a call that comes in", () => {
  it("is held with its agent over a bad network, from the greeting to the goodbye", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const number = await fixture.line(agentId);
    const from = fixture.person();
    const { stream } = await fixture.rings(from, number, { jitterMs: 50, lost: 2, twice: 5 });
    await talk(agentId, requireStream(stream));
    const call = await settled(agentId);
    expect(call).toMatchObject({
      channel: "phone",
      direction: "inbound",
      from,
      to: number,
      status: "completed",
      end_reason: "agent_ended",
      variables: { people: 4 },
    });
    expect(requireStream(stream).heard.some(({ level }) => level > 500)).toBe(true);
    await vi.waitFor(() => expect(fixture.carrier.lastAnswer()).toContain("<Hangup/>"), PATIENCE);
  });

  it("lets the caller interrupt, and what was sent is dropped", async () => {
    const agentId = await fixture.agent({ lines: LINES, charMs: 120 }, { variables: TABLE });
    const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    const line = requireStream(stream);
    await vi.waitFor(() => expect(line.heard.length).toBeGreaterThan(WORDS_HEARD), PATIENCE);
    await say(line, 0);
    await vi.waitFor(async () => expect((await turns(agentId, "caller")).length).toBe(1), PATIENCE);
    expect(line.clears.length).toBeGreaterThan(0);
    expect((await turns(agentId, "agent"))[0]?.interrupted).toBe(true);
    line.hangUp();
    expect(await settled(agentId)).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
  });

  it("takes keys for an answer", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: [TABLE[1]] });
    const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    await agentSpoke(agentId, 1);
    requireStream(stream).press("7");
    requireStream(stream).press("#");
    await vi.waitFor(async () => expect((await turns(agentId, "caller"))[0]?.text).toBe("7"), PATIENCE);
    requireStream(stream).hangUp();
    await settled(agentId);
  });

  it("goes on to the fallback number where nothing can answer, and is refused where there is none", async () => {
    const agentId = await fixture.agent({});
    const fallback = "+12125550142";
    const never = { days: ["mon"], start: "00:00", end: "00:01", timezone: "Pacific/Kiritimati" };
    for (const [agent, extra, answer] of [
      [null, { fallback_number: fallback }, `<Number>${fallback}</Number>`],
      [agentId, { hours: never, fallback_number: fallback }, `<Number>${fallback}</Number>`],
      [null, {}, "<Reject"],
    ] as const) {
      const { text } = await fixture.rings(fixture.person(), await fixture.line(agent, extra));
      expect(text).toContain(answer);
    }
    expect((await fixture.rings(fixture.person(), "+12125550199")).text).toContain("<Reject");
  });

  it("whose stream cannot be begun is tried again, goes on to the fallback number, and says so", async () => {
    const agentId = await fixture.agent({});
    const number = await fixture.line(agentId, { fallback_number: "+12125550143" });
    const form = {
      CallSid: `CA${"e".repeat(32)}`,
      From: fixture.person(),
      To: number,
      CallStatus: "ringing",
    };
    const { text } = await fixture.carrier.post(fixture.webhook("voice"), form);
    const twice = await fixture.carrier.post(fixture.webhook("voice"), form);
    expect(twice.text).toContain("<Stream");
    const second = await fixture.carrier.post(afterOf(text), form);
    expect(second.text).toContain('<Pause length="1"/>');
    const third = await fixture.carrier.post(afterOf(second.text), form);
    expect(third.text).toContain("<Stream");
    const last = await fixture.carrier.post(afterOf(third.text), form);
    expect(last.text).toContain("<Number>+12125550143</Number>");
    expect(await settled(agentId)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
  });
});

/** The address that a response asks for after its stream. */
const afterOf = (xml: string): string => /action="([^"]*)"/.exec(xml)?.[1]?.replaceAll("&amp;", "&") ?? "";

/** The stream that replaces another. */
const replaced = (sid: string, before: Stream) =>
  vi.waitFor(() => {
    const stream = requireStream(fixture.carrier.streamOf(sid) ?? null);
    expect(stream).not.toBe(before);
    expect(stream.status).toBe(101);
    return stream;
  }, PATIENCE);

describe("who is let in", () => {
  it("has a token that opens once, and the account's signature", async () => {
    const agentId = await fixture.agent({});
    const form = { CallSid: `CA${"f".repeat(32)}`, From: fixture.person(), To: await fixture.line(agentId) };
    expect((await fixture.carrier.post(fixture.webhook("voice"), form, "wrong")).status).toBe(403);
    const { text } = await fixture.carrier.post(fixture.webhook("voice"), form);
    const url = /url="([^"]*)"/.exec(text)?.[1] ?? "";
    expect((await fixture.carrier.stream(`${url}x`, form.CallSid)).status).toBe(401);
    expect((await fixture.carrier.stream(url.replace(/[^/]*$/, ""), form.CallSid)).status).toBe(401);
    expect((await fixture.carrier.stream(url, form.CallSid, {}, "wrong")).status).toBe(401);
    const stream = await fixture.carrier.stream(url, form.CallSid);
    expect(stream.status).toBe(101);
    expect((await fixture.carrier.stream(url, form.CallSid)).status).toBe(401);
    stream.hangUp();
    await settled(agentId);
  });
});

describe("a stream that goes wrong", () => {
  it.each([
    ["is dropped", (stream: Stream) => stream.drop()],
    ["sends nothing any more, and no stop", (stream: Stream) => stream.freeze()],
    ["sends a giant message", (stream: Stream) => stream.raw("x".repeat(100_000))],
    [
      "sends garbage",
      (stream: Stream) => {
        for (let i = 0; i < 30; i++) stream.raw(i % 2 === 0 ? Buffer.from([1, 2, 3]) : '{"event":"media"}');
      },
    ],
  ])("and %s is replaced by a new one, on which its call continues", async (_, breakIt) => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const rung = await fixture.rings(fixture.person(), await fixture.line(agentId), { noMarks: true });
    const stream = requireStream(rung.stream);
    await agentSpoke(agentId, 1);
    breakIt(stream);
    const next = await replaced(rung.form.CallSid, stream);
    await agentSpoke(agentId, 2);
    await say(next, 0);
    await agentSpoke(agentId, 3);
    next.hangUp();
    const call = await settled(agentId);
    expect(call).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(call.transcript.filter(({ role }) => role === "system").map(({ text }) => text)).toEqual([
      "The connection was interrupted.",
    ]);
    expect(call.transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
      LINES[0],
    ]);
  });

  it("while the agent speaks keeps the words that were heard", async () => {
    const agentId = await fixture.agent({ lines: LINES, charMs: 120 }, { variables: TABLE });
    const { stream, form } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    const line = requireStream(stream);
    await vi.waitFor(() => expect(line.heard.length).toBeGreaterThan(WORDS_HEARD), PATIENCE);
    line.drop();
    const next = await replaced(form.CallSid, line);
    await vi.waitFor(() => expect(next.heard.length).toBeGreaterThan(WORDS_HEARD), PATIENCE);
    const [heard] = await turns(agentId, "agent");
    expect(heard).toMatchObject({ interrupted: true });
    next.hangUp();
    await settled(agentId);
  });

  it("again and again is not replaced any more, and its call ends as the carrier's error", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const { stream, form } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    let line = requireStream(stream);
    for (let n = 1; n <= 3; n++) {
      await agentSpoke(agentId, n);
      line.drop();
      line = await replaced(form.CallSid, line);
    }
    await agentSpoke(agentId, 4);
    line.drop();
    await vi.waitFor(() => expect(fixture.carrier.lastAnswer()).toContain("<Hangup/>"), PATIENCE);
    const id = (await callOf(agentId)).id;
    const later = new Date(Date.now() + 60_000).toISOString();
    await vi.waitFor(async () => {
      await tickCall({ ...fixture.ctx, now: () => later }, id);
      expect((await callOf(agentId)).ended_at).not.toBeNull();
    }, PATIENCE);
    expect(await settled(agentId)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
  });

  it("of a caller who has hung up is not replaced, nor one whose token was used", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const form = { CallSid: `CA${"d".repeat(32)}`, From: fixture.person(), To: await fixture.line(agentId) };
    const { text } = await fixture.carrier.post(fixture.webhook("voice"), form);
    const urlOf = (xml: string) => /url="([^"]*)"/.exec(xml)?.[1] ?? "";
    await fixture.carrier.stream(urlOf(text), form.CallSid);
    await agentSpoke(agentId, 1);
    const afterHangUp = await fixture.carrier.post(afterOf(text), { ...form, CallStatus: "completed" });
    expect(afterHangUp.text).toContain("<Hangup/>");
    const onLine = { ...form, CallStatus: "in-progress" };
    expect((await fixture.carrier.post(afterOf(text), onLine, "wrong")).status).toBe(403);
    // Two answers to one break: the first stream that opens gets the call.
    const [offer, other] = [
      await fixture.carrier.post(afterOf(text), onLine),
      await fixture.carrier.post(afterOf(text), onLine),
    ];
    const next = await fixture.carrier.stream(urlOf(offer.text), form.CallSid);
    expect(next.status).toBe(101);
    for (const url of [urlOf(offer.text), urlOf(other.text)])
      expect((await fixture.carrier.stream(url, form.CallSid)).status).toBe(401);
    await agentSpoke(agentId, 2);
    next.hangUp();
    await settled(agentId);
    expect((await fixture.carrier.post(afterOf(text), onLine)).text).toContain("<Hangup/>");
  });

  it("is signed with the address of its callback, with or without the overrides in it", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const { stream, form, text } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    const after = afterOf(text);
    expect(after).toMatch(/#rc=5&rp=all$/);
    const body = new URLSearchParams({ ...form, CallStatus: "completed" });
    const signature = getExpectedTwilioSignature(fixture.token, after, Object.fromEntries(body));
    const response = await fetch(fixture.reach(after), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
      body: body.toString(),
    });
    expect(response.status).toBe(200);
    requireStream(stream).hangUp();
    await settled(agentId);
  });

  it("of another format or account ends its call", async () => {
    for (const subscriber of [
      { format: { encoding: "audio/x-alaw", sampleRate: 16_000, channels: 2 } },
      { accountSid: `AC${"9".repeat(32)}` },
    ]) {
      const agentId = await fixture.agent({});
      const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId), subscriber);
      await requireStream(stream).over;
      expect(await settled(agentId)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    }
  });
});

describe("a call that goes out", () => {
  it("rings, is answered, and is held", async () => {
    const agentId = await fixture.agent({ lines: LINES }, { variables: TABLE });
    const number = await fixture.line(agentId);
    const person = fixture.person();
    const { id } = await fixture.dials(agentId, person);
    expect(fixture.carrier.calls.at(-1)?.form.get("From")).toBe(number);
    await talk(agentId, requireStream(await fixture.carrier.ring(person)));
    const call = await settled(agentId);
    expect(call).toMatchObject({ id, direction: "outbound", status: "completed", variables: { people: 4 } });
  });

  it.each([
    ["busy", "busy", "busy"],
    ["no-answer", "no_answer", "no_answer"],
    ["failed", "failed", "carrier_error"],
  ] as const)("and that is not answered by a person says so: %s", async (answers, status, end_reason) => {
    const agentId = await fixture.agent({});
    await fixture.line(agentId);
    const person = fixture.person();
    const { id } = await fixture.dials(agentId, person, { answers });
    expect(await fixture.carrier.ring(person)).toBeNull();
    expect(await fixture.read(id)).toMatchObject({ status, end_reason, answered_at: null });
  });

  it("is found again where the carrier's answer was lost, and is not placed twice", async () => {
    const agentId = await fixture.agent({});
    await fixture.line(agentId);
    const person = fixture.person();
    fixture.carrier.breaks(true);
    const { id } = await fixture.dials(agentId, person);
    fixture.carrier.breaks(false);
    const attempt = await reader(fixture.space.workspaceId).first(
      db.selectFrom("attempts").select(["state", "carrier_ref"]).where("call_id", "=", id),
    );
    const placed = fixture.carrier.calls.filter(({ form }) => form.get("To") === person);
    expect(placed).toHaveLength(1);
    expect(attempt).toMatchObject({
      state: "placed",
      carrier_ref: `${fixture.account.id}:${placed[0]?.sid}`,
    });
  });
});
