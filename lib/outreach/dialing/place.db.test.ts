import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { placeAttempts, sweepAttempts } from ".";
import type { PlaceAnswer } from "./carrier";
import { LEASE_MS } from "./moves";
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
const place = (callId: string) => placeAttempts(desk.ctx, [keyOf(callId)], () => line.carrier);
const dial = async () => (await desk.dial(agentId, { contact_id: (await desk.contact()).id })).id;
/** Puts the clock behind a lease that nobody holds any more. */
const afterLease = () => desk.wait(LEASE_MS / 1_000 + 1);
const waiting = async (task: string, part: string) =>
  (await queued(task)).filter(({ key }) => key.includes(part));

/** A worker that is killed while it waits for the carrier, which has heard it or not. */
async function dieWhilePlacing(callId: string, heard: boolean): Promise<void> {
  line.answer((request) => {
    if (!heard) line.placed.splice(line.placed.indexOf(request), 1);
    return new Promise<PlaceAnswer>(() => undefined);
  });
  void place(callId);
  for (let tries = 0; tries < 500; tries++) {
    if ((await desk.attempt(callId))?.state === "placing") return;
  }
  throw new Error("The carrier was never asked.");
}

describe("a worker that is killed", () => {
  it("before it asks the carrier leaves an attempt that the next one places", async () => {
    const id = await dial();
    afterLease();
    await sweepAttempts(desk.ctx);
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
    expect(await desk.attempt(id)).toMatchObject({ state: "placing" });
    afterLease();
    await sweepAttempts(desk.ctx);
    await place(id);
    expect(line.placed).toHaveLength(1);
    expect(await desk.attempt(id)).toMatchObject({ state: "placed", carrier_ref: `ref_${id}` });
  });

  it("and of whose attempt the carrier knows nothing leaves a failed one, never placed again", async () => {
    const id = await dial();
    await dieWhilePlacing(id, false);
    afterLease();
    await place(id);
    await place(id);
    expect(line.placed).toEqual([]);
    expect(await desk.read(id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "failed", busy: null });
  });

  it("after the call was ended leaves an attempt that the sweep follows", async () => {
    const id = await dial();
    await place(id);
    await desk.cancel(id);
    // The job of the end is lost with its worker; the sweep makes it anew.
    await sweepAttempts(desk.ctx);
    expect(await waiting("attempt.follow", id)).toHaveLength(1);
    await desk.follow(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  });
});

it("the carrier's word that nobody answered frees the contact at once, and no job is left to do it", async () => {
  const id = await dial();
  await place(id);
  await desk.saysOn(line, id, "no_answer");
  expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "no_answer", busy: null });
  expect(await waiting("attempt.follow", id)).toEqual([]);
});

describe("what the carrier answers", () => {
  it("'later' leaves an attempt that waits, and is placed once then", async () => {
    const id = await dial();
    line.answer(() => ({ at: "retry_later", afterS: 30 }));
    await place(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "claimed" });
    await place(id);
    expect(line.placed).toHaveLength(1);
    desk.wait(31);
    line.answer(({ callId }) => ({ at: "placed", ref: `ref_${callId}` }));
    await place(id);
    expect(line.placed).toHaveLength(2);
    expect(await desk.attempt(id)).toMatchObject({ state: "placed" });
  });

  it("nothing, for long, ends in failure", async () => {
    const id = await dial();
    line.answer(() => ({ at: "unavailable" }));
    for (let tries = 0; tries < 70; tries++) {
      await place(id);
      desk.wait(11);
    }
    expect(await desk.read(id)).toMatchObject({
      status: "failed",
      reasons: [{ code: "carrier_unavailable" }],
    });
    // Nobody was called: the contact may be tried as often as before.
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", busy: null, result: "canceled" });
  });

  it.each(["invalid_number", "unreachable", "unsubscribed", "not_allowed"] as const)(
    "a refusal (%s) ends the attempt and says why",
    async (kind) => {
      const id = await dial();
      line.answer(() => ({ at: "refused", kind }));
      await place(id);
      await place(id);
      expect(line.placed).toHaveLength(1);
      expect(await desk.read(id)).toMatchObject({ status: "failed", reasons: [{ code: kind }] });
      const hash = (await desk.attempt(id))?.contact_hash ?? Buffer.of();
      const rows = await desk.rows.all(
        db.selectFrom("suppressions").select("source").where("contact_hash", "=", hash),
      );
      expect(rows).toEqual(kind === "unsubscribed" ? [{ source: "carrier" }] : []);
    },
  );

  it("nobody knows, and it is looked up at once: placed where it is found, failed where it is not", async () => {
    const [here, gone] = [await dial(), await dial()];
    line.answer(() => ({ at: "unknown" }));
    await place(here);
    expect(await desk.attempt(here)).toMatchObject({ state: "placed" });
    line.finds({ at: "not_found" });
    await place(gone);
    expect(await desk.attempt(gone)).toMatchObject({ state: "ended", result: "failed" });
  });

  it("nothing at all, and the one that looks waits as long as the carrier is away", async () => {
    const id = await dial();
    line.answer(() => ({ at: "unknown" }));
    line.finds({ at: "unavailable" });
    await place(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "placing" });
    desk.wait(11);
    line.finds(null);
    await place(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "placed" });
    expect(line.placed).toHaveLength(1);
  });
});

describe("before it is placed", () => {
  it("an attempt whose hours have closed since is blocked", async () => {
    const late = await openDialing();
    const agent = await late.agent();
    const { id } = await late.dial(agent, { contact_id: (await late.contact()).id });
    late.wait(12 * 3_600);
    await late.place(id);
    expect(await late.read(id)).toMatchObject({ status: "blocked", reasons: [{ code: "outside_window" }] });
    expect(late.line.placed).toEqual([]);
  });

  it("a call that somebody has ended is canceled, and nobody is called", async () => {
    const id = await dial();
    await desk.cancel(id);
    expect(await desk.read(id)).toMatchObject({ status: "canceled", settled_at: expect.any(String) });
    await place(id);
    await desk.follow(id);
    expect(line.placed).toEqual([]);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  });
});

describe("run at once by many", () => {
  it("an attempt is placed once", async () => {
    const id = await dial();
    await Promise.all(Array.from({ length: 8 }, () => place(id)));
    expect(line.placed).toHaveLength(1);
  });

  it("a contact has one attempt under way on a channel, and the next after that has ended", async () => {
    const { id: contact_id } = await desk.contact();
    const calls = await Promise.all(Array.from({ length: 6 }, () => desk.dial(agentId, { contact_id })));
    const [one, ...others] = calls.filter(({ status }) => status === "queued");
    expect(others).toEqual([]);
    const blocked = calls.filter(({ status }) => status === "blocked");
    expect(blocked.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual(
      Array.from({ length: 5 }, () => ["call_in_progress"]),
    );
    await desk.cancel(one?.id ?? "");
    await desk.follow(one?.id ?? "");
    expect((await desk.dial(agentId, { contact_id })).status).toBe("queued");
  });
});
