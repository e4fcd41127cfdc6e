import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import { db, writeUnaudited } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub, notify } from "@/lib/platform/live";
import { acceptMessage, sendMessage } from ".";
import { abortLocalTurn, acquireCall, type Lease } from "./lease";
import { LEASE_MS } from "./session";
import { type CallFixture, createCallFixture } from "./testing/call-fixture";
import { says, startTestModel, type TestModel } from "./testing/model";

let fixture: CallFixture;
let model: TestModel;
let agentId: string;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { firstByteMs: 60_000, idleMs: 60_000, wholeAnswerMs: 60_000 });
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
  agentId = await fixture.agent({ model: model.id });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const PATIENCE = { timeout: 10_000, interval: 10 };
const thinking = (requests: number) =>
  vi.waitFor(() => expect(model.requests).toHaveLength(requests), PATIENCE);

/** A call whose agent is in the middle of a long answer. `talking` is the message that waits for it. */
async function midSentence(...chunks: string[]) {
  model.answer({ says: [says("Hello."), { kind: "hang_midway", chunks }, says("Here again.")] });
  const { id } = await fixture.startCall(agentId);
  const requests = model.requests.length;
  const talking = fixture.say(id, "Tell me more.");
  talking.catch(() => undefined);
  await thinking(requests + 1);
  return { id, talking };
}
const texts = async (id: string) =>
  (await fixture.read(id)).transcript.map(({ role, text }) => `${role}: ${text}`);

describe("while the agent answers", () => {
  it("a second message is rejected, and the first is answered", async () => {
    const { id, talking } = await midSentence("Well. ");
    await expect(fixture.say(id, "Hello?")).rejects.toMatchObject({ code: "in_progress", retryAfterS: 1 });
    await fixture.end(id);
    const { turns } = await talking;
    expect(turns.map(({ role }) => role)).toEqual(["caller", "agent"]);
  });

  it("a key of the other environment does not see the call", async () => {
    const { id } = await midSentence("Well, ");
    const test = fixture.space.ctx("owner", "test");
    await expect(sendMessage(test, id, { text: "Hello?" })).rejects.toMatchObject({ code: "not_found" });
    // Such a key cannot take the lease either.
    expect((await fixture.session(id))?.lease_owner).toMatch(/^job_/);
    await fixture.end(id);
    await expect(sendMessage(test, id, { text: "Hello?" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("the call can be ended: the agent is interrupted, and what it said is stored", async () => {
    model.answer({
      says: [says("Hello."), { kind: "hang_midway", chunks: ["Let me think. ", "Well, it is. ", "And"] }],
    });
    const { id } = await fixture.startCall(agentId);
    const deltas: string[] = [];
    const { answer } = await acceptMessage(fixture.ctx, id, { text: "Tell me more." });
    const talking = answer(({ text }) => deltas.push(text));
    await vi.waitFor(() => expect(deltas.join("")).toContain("Let me think. "), PATIENCE);
    const ended = await fixture.end(id);
    expect(ended).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(ended.settled_at).not.toBeNull();
    const words = { role: "agent", text: "Let me think. Well, it is. ", interrupted: true };
    expect(ended.transcript.at(-1)).toMatchObject(words);
    expect((await talking).turns).toMatchObject([{ role: "caller" }, words]);
    // The connection to the model's server is closed.
    await model.clientGone();
  });

  it("another process can interrupt the agent", async () => {
    const { id, talking } = await midSentence("Well, ");
    await writeUnaudited(fixture.ctx, { run: [notify(id, "cut")] });
    const { call } = await talking;
    // The agent is interrupted, and the call continues with the caller's turn.
    expect(call.status).toBe("in_progress");
    model.answer({ says: [says("Go ahead.")] });
    expect((await fixture.say(id, "Wait. Something else.")).turns.at(-1)?.text).toBe("Go ahead.");
  });
});

describe("a lost lease", () => {
  it("stores nothing: the new owner continues, and the old owner's turn is void", async () => {
    const { id, talking } = await midSentence("Old words");
    const refused = expect(talking).rejects.toMatchObject({ code: "in_progress" });
    await fixture.takeOver(id);
    abortLocalTurn(id);
    await refused;
    expect(await texts(id)).toEqual([
      "agent: Hello, you are speaking with an automated assistant. Hello.",
      "caller: Tell me more.",
      "agent: Here again.",
    ]);
    expect(await fixture.session(id)).toMatchObject({ lease_owner: null });
  });

  it("rolls back a whole batch, and is released once", async () => {
    const { id } = await fixture.startCall(agentId);
    const { lease: old } = await acquireCall(fixture.ctx, id);
    // The old owner may renew its lease after the clock has advanced.
    const { lease: current } = await vi.waitFor(() => {
      fixture.advanceClock(LEASE_MS / 1_000 + 1);
      return acquireCall(fixture.ctx, id);
    }, PATIENCE);
    const mark = (tag: string) =>
      db
        .updateTable("calls")
        .set({ tags: [tag] })
        .where("id", "=", id);
    await expect(old?.write([mark("old")])).rejects.toMatchObject({ code: "in_progress" });
    await old?.release();
    expect(await fixture.session(id)).toMatchObject({ lease_owner: expect.any(String) });
    await current?.write([mark("current")], "last");
    expect((await fixture.read(id)).tags).toEqual(["current"]);
    expect(await fixture.session(id)).toMatchObject({ lease_owner: null, lease_until: null });
  });

  it("is one of two concurrent requests", async () => {
    const { id } = await fixture.startCall(agentId);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => acquireCall(fixture.ctx, id)));
    const won = tries.flatMap((t): Lease[] =>
      t.status === "fulfilled" && t.value.lease ? [t.value.lease] : [],
    );
    expect(won).toHaveLength(1);
    const refused = tries.flatMap((t) => (t.status === "rejected" ? [t.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => "in_progress"));
    await won[0]?.release();
  });

  it("cannot be acquired for a call that does not exist", async () => {
    await expect(acquireCall(fixture.ctx, "call_00000000000000000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
