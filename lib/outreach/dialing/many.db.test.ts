import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { suppressContact } from "@/lib/contacts/contacts";
import { writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { followAttempt, placeAttempts } from ".";
import { placeJobs } from "./jobs";
import { createDialingFixture, type DialingFixture, listQueuedJobs } from "./testing/dialing-fixture";
import { createFakeCarrier, type FakeCarrier } from "./testing/fake-carrier";

let fixture: DialingFixture;
let agentId: string;
let line: FakeCarrier;
beforeAll(async () => {
  fixture = await createDialingFixture();
  agentId = await fixture.agent();
});
afterAll(closeHub);
beforeEach(() => {
  line = createFakeCarrier(`line ${Math.random()}`);
});

const keyOf = (callId: string) => `call/${callId}/1`;
const place = (...ids: string[]) => placeAttempts(fixture.ctx, ids.map(keyOf), () => line.carrier);
const dial = async (contact?: { id: string }) =>
  (await fixture.dial(agentId, { contact_id: (contact ?? (await fixture.contact())).id })).id;
const placedCalls = () => line.placed.map(({ callId }) => callId).sort();
const stateOf = async (id: string) => (await fixture.attempt(id))?.state;

it("attempts of about one moment are one job, due with the last of them, and no job places too many", async () => {
  const at = (ms: number) => new Date(Date.parse(fixture.now()) + ms).toISOString();
  const attempts = Array.from({ length: 30 }, (_, n) => ({ key: `many/${n}`, placeAt: at(60_000) }));
  const spread = [0, 900, 200].map((ms) => ({ key: `spread/${ms}`, placeAt: at(ms) }));
  await writeUnaudited(fixture.ctx, {
    run: [placeJobs(fixture.ctx, spread), placeJobs(fixture.ctx, attempts)],
  });
  const jobs = await listQueuedJobs("attempts.place");
  const of = (part: string) =>
    jobs
      .filter(({ payload }) => payload.keys?.[0]?.startsWith(part))
      .map(({ payload, runAt }) => ({ keys: payload.keys, runAt }));
  expect(of("spread")).toEqual([
    { keys: ["spread/0", "spread/200"], runAt: at(200) },
    { keys: ["spread/900"], runAt: at(900) },
  ]);
  expect(of("many").map(({ keys }) => keys?.length)).toEqual([25, 5]);
});

it("those placed together are asked for once each, and who may not be reached any more is not", async () => {
  const stopped = await fixture.contact();
  const [one, two, three] = [await dial(), await dial(stopped), await dial()];
  await suppressContact(fixture.ctx, stopped.phone, { channels: ["call"], reason: "asked" });
  await Promise.all([place(one, two, three), place(three, two, one), place(one)]);
  expect(placedCalls()).toEqual([one, three].sort());
  expect([await stateOf(one), await stateOf(three)]).toEqual(["placed", "placed"]);
  expect(await fixture.read(two)).toMatchObject({ status: "blocked", reasons: [{ code: "suppressed" }] });
});

it("what the carrier answers of one changes nothing for the others", async () => {
  const ids = [await dial(), await dial(), await dial(), await dial()];
  const [busy, wrong, lost, well] = ids as [string, string, string, string];
  line.setPlaceAnswer(({ callId }) => {
    if (callId === busy) return { at: "retry_later", afterS: 30 };
    if (callId === wrong) return { at: "refused", kind: "invalid_number" };
    if (callId === lost) throw new Error("broken");
    return { at: "placed", ref: `ref_${callId}` };
  });
  await place(...ids);
  expect(placedCalls()).toEqual([...ids].sort());
  expect([await stateOf(busy), await stateOf(wrong), await stateOf(well)]).toEqual([
    "claimed",
    "ended",
    "placed",
  ]);
  // It was looked up, and the carrier knows it.
  expect(await stateOf(lost)).toBe("placed");
});

it("what is said of many at once ends each by its own word, and the first of two counts", async () => {
  const ids = [await dial(), await dial(), await dial()];
  const [one, two, answered] = ids as [string, string, string];
  await place(...ids);
  await fixture.reportEventOn(line, answered, "answered");
  const answers = await Promise.all([
    fixture.reportEventOn(line, one, "busy"),
    fixture.reportEventOn(line, two, "voicemail"),
    fixture.reportEventOn(line, one, "no_answer"),
    fixture.reportEventOn(line, answered, "no_answer"),
    fixture.reportEventOn(line, "a stranger's", "no_answer"),
  ]);
  expect(answers).toEqual([true, true, true, true, false]);
  expect(await fixture.read(one)).toMatchObject({ status: "busy", settled_at: expect.any(String) });
  expect(await fixture.read(two)).toMatchObject({ status: "voicemail", outcome: { tag: "voicemail" } });
  expect(await fixture.attempt(one)).toMatchObject({ state: "ended", result: "busy", busy: null });
  expect(await fixture.read(answered)).toMatchObject({ status: "in_progress" });
  expect(await stateOf(answered)).toBe("placed");
});

it("an attempt that another worker places now is not canceled by an earlier decision", async () => {
  const contact = await fixture.contact();
  const id = await dial(contact);
  const slow = {
    ...line.carrier,
    // Between reading the attempt and the decision, another worker places it, and then the contact opts out.
    async ready() {
      await place(id);
      await suppressContact(fixture.ctx, contact.phone, { channels: ["call"], reason: "asked" });
      return true;
    },
  };
  await placeAttempts(fixture.ctx, [keyOf(id)], () => slow);
  expect(placedCalls()).toEqual([id]);
  expect(await stateOf(id)).toBe("placed");
  expect(await fixture.read(id)).toMatchObject({ status: "queued" });
});

it("an attempt that the carrier has deferred meanwhile is not placed before its time", async () => {
  const id = await dial();
  line.setPlaceAnswer(() => ({ at: "retry_later", afterS: 30 }));
  const slow = {
    ...line.carrier,
    async ready() {
      await place(id);
      return true;
    },
  };
  await placeAttempts(fixture.ctx, [keyOf(id)], () => slow);
  expect(placedCalls()).toEqual([id]);
  expect(await stateOf(id)).toBe("claimed");
});

it.each([
  ["refuses", { at: "refused", kind: "unsubscribed" }],
  ["cannot be reached", { at: "unavailable" }],
  ["says nothing of, and does not know,", { at: "unknown" }],
  ["has placed", { at: "placed", ref: "" }],
] as const)(
  "a call that is ended while its carrier is asked, which %s it, keeps no slot",
  async (_, answer) => {
    const id = await dial();
    line.setPlaceAnswer(async ({ callId }) => {
      await fixture.cancel(callId);
      return answer.at === "placed" ? { ...answer, ref: `ref_${callId}` } : answer;
    });
    line.setFindAnswer({ at: "not_found" });
    await place(id);
    fixture.advanceClock(11);
    await place(id);
    await followAttempt(fixture.ctx, id, line.carrierFor);
    expect(placedCalls()).toEqual([id]);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  },
);
