import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { placeAttempts, sweepAttempts } from ".";
import { LEASE_MS } from "./attempt-updates";
import type { PlaceAnswer } from "./carrier";
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
const place = (callId: string) => placeAttempts(fixture.ctx, [keyOf(callId)], () => line.carrier);
const dial = async () => (await fixture.dial(agentId, { contact_id: (await fixture.contact()).id })).id;
/** Advances the clock past an abandoned lease. */
const afterLease = () => fixture.advanceClock(LEASE_MS / 1_000 + 1);
const waiting = async (task: string, part: string) =>
  (await listQueuedJobs(task)).filter(({ key }) => key.includes(part));

/** A worker that is killed while it waits for the carrier, which has heard it or not. */
async function dieWhilePlacing(callId: string, hasReachedCarrier: boolean): Promise<void> {
  line.setPlaceAnswer((request) => {
    if (!hasReachedCarrier) line.placed.splice(line.placed.indexOf(request), 1);
    return new Promise<PlaceAnswer>(() => undefined);
  });
  void place(callId);
  for (let tries = 0; tries < 500; tries++) {
    if ((await fixture.attempt(callId))?.state === "placing") return;
  }
  throw new Error("The carrier was never asked.");
}

describe("a worker that is killed", () => {
  it("before it asks the carrier leaves an attempt that the next one places", async () => {
    const id = await dial();
    afterLease();
    await sweepAttempts(fixture.ctx);
    expect(await waiting("attempts.place", id)).toHaveLength(1);
    await place(id);
    await place(id);
    expect(line.placed.map(({ key }) => key)).toEqual([keyOf(id)]);
  });

  it("while the carrier places it leaves an attempt that is found there, and never placed again", async () => {
    const id = await dial();
    await dieWhilePlacing(id, true);
    // Another must not touch it while it may still live.
    await place(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "placing" });
    afterLease();
    await sweepAttempts(fixture.ctx);
    await place(id);
    expect(line.placed).toHaveLength(1);
    expect(await fixture.attempt(id)).toMatchObject({ state: "placed", carrier_ref: `ref_${id}` });
  });

  it("and of whose attempt the carrier knows nothing leaves a failed one, never placed again", async () => {
    const id = await dial();
    await dieWhilePlacing(id, false);
    afterLease();
    await place(id);
    await place(id);
    expect(line.placed).toEqual([]);
    expect(await fixture.read(id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "failed", busy: null });
  });

  it("after the call was ended leaves an attempt that the sweep follows", async () => {
    const id = await dial();
    await place(id);
    await fixture.cancel(id);
    // The job of the end is lost with its worker; the sweep creates it again.
    await sweepAttempts(fixture.ctx);
    expect(await waiting("attempt.follow", id)).toHaveLength(1);
    await fixture.follow(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  });
});

it("the carrier's report of an unanswered call frees the contact immediately, without a job", async () => {
  const id = await dial();
  await place(id);
  await fixture.reportEventOn(line, id, "no_answer");
  expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "no_answer", busy: null });
  expect(await waiting("attempt.follow", id)).toEqual([]);
});

describe("what the carrier answers", () => {
  it("'later' leaves an attempt that waits, and is placed once then", async () => {
    const id = await dial();
    line.setPlaceAnswer(() => ({ at: "retry_later", afterS: 30 }));
    await place(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "claimed" });
    await place(id);
    expect(line.placed).toHaveLength(1);
    fixture.advanceClock(31);
    line.setPlaceAnswer(({ callId }) => ({ at: "placed", ref: `ref_${callId}` }));
    await place(id);
    expect(line.placed).toHaveLength(2);
    expect(await fixture.attempt(id)).toMatchObject({ state: "placed" });
  });

  it("nothing, for long, ends in failure", async () => {
    const id = await dial();
    line.setPlaceAnswer(() => ({ at: "unavailable" }));
    for (let tries = 0; tries < 70; tries++) {
      await place(id);
      fixture.advanceClock(11);
    }
    expect(await fixture.read(id)).toMatchObject({
      status: "failed",
      reasons: [{ code: "carrier_unavailable" }],
    });
    // No call was made, so the contact's attempts are unchanged.
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", busy: null, result: "canceled" });
  });

  it.each(["invalid_number", "unreachable", "unsubscribed", "not_allowed"] as const)(
    "a refusal (%s) ends the attempt and says why",
    async (kind) => {
      const id = await dial();
      line.setPlaceAnswer(() => ({ at: "refused", kind }));
      await place(id);
      await place(id);
      expect(line.placed).toHaveLength(1);
      expect(await fixture.read(id)).toMatchObject({ status: "failed", reasons: [{ code: kind }] });
      const hash = (await fixture.attempt(id))?.contact_hash ?? Buffer.of();
      const rows = await fixture.rows.all(
        db.selectFrom("suppressions").select("source").where("contact_hash", "=", hash),
      );
      expect(rows).toEqual(kind === "unsubscribed" ? [{ source: "carrier" }] : []);
    },
  );

  it("an unknown result is looked up immediately: placed if the carrier has it, failed otherwise", async () => {
    const [here, gone] = [await dial(), await dial()];
    line.setPlaceAnswer(() => ({ at: "unknown" }));
    await place(here);
    expect(await fixture.attempt(here)).toMatchObject({ state: "placed" });
    line.setFindAnswer({ at: "not_found" });
    await place(gone);
    expect(await fixture.attempt(gone)).toMatchObject({ state: "ended", result: "failed" });
  });

  it("nothing at all, and the one that looks waits as long as the carrier is away", async () => {
    const id = await dial();
    line.setPlaceAnswer(() => ({ at: "unknown" }));
    line.setFindAnswer({ at: "unavailable" });
    await place(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "placing" });
    fixture.advanceClock(11);
    line.setFindAnswer(null);
    await place(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "placed" });
    expect(line.placed).toHaveLength(1);
  });
});

describe("before it is placed", () => {
  it("an attempt whose hours have closed since is blocked", async () => {
    const late = await createDialingFixture();
    const agent = await late.agent();
    const { id } = await late.dial(agent, { contact_id: (await late.contact()).id });
    late.advanceClock(12 * 3_600);
    await late.place(id);
    expect(await late.read(id)).toMatchObject({
      status: "blocked",
      reasons: [{ code: "outside_window", reason: "outside_window", until: expect.any(String) }],
    });
    expect(late.line.placed).toEqual([]);
  });

  it("a call ended by a member is canceled, and not placed", async () => {
    const id = await dial();
    await fixture.cancel(id);
    expect(await fixture.read(id)).toMatchObject({ status: "canceled", settled_at: expect.any(String) });
    await place(id);
    await fixture.follow(id);
    expect(line.placed).toEqual([]);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  });
});

describe("run at once by many", () => {
  it("an attempt is placed once", async () => {
    const id = await dial();
    await Promise.all(Array.from({ length: 8 }, () => place(id)));
    expect(line.placed).toHaveLength(1);
  });

  it("a contact has one attempt under way on a channel, and the next after that has ended", async () => {
    const { id: contact_id } = await fixture.contact();
    const calls = await Promise.all(Array.from({ length: 6 }, () => fixture.dial(agentId, { contact_id })));
    const [one, ...otherCalls] = calls.filter(({ status }) => status === "queued");
    expect(otherCalls).toEqual([]);
    const blocked = calls.filter(({ status }) => status === "blocked");
    expect(blocked.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual(
      Array.from({ length: 5 }, () => ["call_in_progress"]),
    );
    await fixture.cancel(one?.id ?? "");
    await fixture.follow(one?.id ?? "");
    expect((await fixture.dial(agentId, { contact_id })).status).toBe("queued");
  });
});
