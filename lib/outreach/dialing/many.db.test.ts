import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { suppressContact } from "@/lib/contacts/contacts";
import { record } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { followAttempt, placeAttempts } from ".";
import { placeJobs } from "./jobs";
import { type Dialing, openDialing, queued } from "./testing/desk";
import { type Line, openLine } from "./testing/line";

let desk: Dialing;
let agentId: string;
let line: Line;
beforeAll(async () => {
  desk = await openDialing();
  agentId = await desk.agent();
});
afterAll(closeHub);
beforeEach(() => {
  line = openLine(`line ${Math.random()}`);
});

const keyOf = (callId: string) => `call/${callId}/1`;
const place = (...ids: string[]) => placeAttempts(desk.ctx, ids.map(keyOf), () => line.carrier);
const dial = async (contact?: { id: string }) =>
  (await desk.dial(agentId, { contact_id: (contact ?? (await desk.contact())).id })).id;
const asked = () => line.placed.map(({ callId }) => callId).sort();
const stateOf = async (id: string) => (await desk.attempt(id))?.state;

it("attempts of about one moment are one job, due with the last of them, and no job places too many", async () => {
  const at = (ms: number) => new Date(Date.parse(desk.now()) + ms).toISOString();
  const many = Array.from({ length: 30 }, (_, n) => ({ key: `many/${n}`, placeAt: at(60_000) }));
  const spread = [0, 900, 200].map((ms) => ({ key: `spread/${ms}`, placeAt: at(ms) }));
  await record(desk.ctx, { run: [placeJobs(desk.ctx, spread), placeJobs(desk.ctx, many)] });
  const jobs = await queued("attempts.place");
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
  const stopped = await desk.contact();
  const [one, two, three] = [await dial(), await dial(stopped), await dial()];
  await suppressContact(desk.ctx, stopped.phone, { channels: ["call"], reason: "asked" });
  await Promise.all([place(one, two, three), place(three, two, one), place(one)]);
  expect(asked()).toEqual([one, three].sort());
  expect([await stateOf(one), await stateOf(three)]).toEqual(["placed", "placed"]);
  expect(await desk.read(two)).toMatchObject({ status: "blocked", reasons: [{ code: "suppressed" }] });
});

it("what the carrier answers of one changes nothing for the others", async () => {
  const ids = [await dial(), await dial(), await dial(), await dial()];
  const [busy, wrong, lost, well] = ids as [string, string, string, string];
  line.answer(({ callId }) => {
    if (callId === busy) return { at: "retry_later", afterS: 30 };
    if (callId === wrong) return { at: "refused", kind: "invalid_number" };
    if (callId === lost) throw new Error("broken");
    return { at: "placed", ref: `ref_${callId}` };
  });
  await place(...ids);
  expect(asked()).toEqual([...ids].sort());
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
  await desk.saysOn(line, answered, "answered");
  const said = await Promise.all([
    desk.saysOn(line, one, "busy"),
    desk.saysOn(line, two, "voicemail"),
    desk.saysOn(line, one, "no_answer"),
    desk.saysOn(line, answered, "no_answer"),
    desk.saysOn(line, "a stranger's", "no_answer"),
  ]);
  expect(said).toEqual([true, true, true, true, false]);
  expect(await desk.read(one)).toMatchObject({ status: "busy", settled_at: expect.any(String) });
  expect(await desk.read(two)).toMatchObject({ status: "voicemail", outcome: { tag: "voicemail" } });
  expect(await desk.attempt(one)).toMatchObject({ state: "ended", result: "busy", busy: null });
  expect(await desk.read(answered)).toMatchObject({ status: "in_progress" });
  expect(await stateOf(answered)).toBe("placed");
});

it("one that somebody else places at this moment is not called off by who decided it later", async () => {
  const contact = await desk.contact();
  const id = await dial(contact);
  const slow = {
    ...line.carrier,
    // Between reading the attempt and deciding it: another worker places it, and then the contact asks to be left alone.
    async ready() {
      await place(id);
      await suppressContact(desk.ctx, contact.phone, { channels: ["call"], reason: "asked" });
      return true;
    },
  };
  await placeAttempts(desk.ctx, [keyOf(id)], () => slow);
  expect(asked()).toEqual([id]);
  expect(await stateOf(id)).toBe("placed");
  expect(await desk.read(id)).toMatchObject({ status: "queued" });
});

it("one that the carrier has put off meanwhile is not asked for before its moment", async () => {
  const id = await dial();
  line.answer(() => ({ at: "retry_later", afterS: 30 }));
  const slow = {
    ...line.carrier,
    async ready() {
      await place(id);
      return true;
    },
  };
  await placeAttempts(desk.ctx, [keyOf(id)], () => slow);
  expect(asked()).toEqual([id]);
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
    line.answer(async ({ callId }) => {
      await desk.cancel(callId);
      return answer.at === "placed" ? { ...answer, ref: `ref_${callId}` } : answer;
    });
    line.finds({ at: "not_found" });
    await place(id);
    desk.wait(11);
    await place(id);
    await followAttempt(desk.ctx, id, line.carrierFor);
    expect(asked()).toEqual([id]);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  },
);
