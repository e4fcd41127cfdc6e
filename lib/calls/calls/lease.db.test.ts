import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import { db, record } from "@/lib/platform/db";
import { egress } from "@/lib/platform/egress";
import { closeHub, notify } from "@/lib/platform/live";
import { sendMessage, takeMessage } from ".";
import { acquire, cutHere, type Lease } from "./lease";
import { LEASE_MS } from "./session";
import { type Desk, openDesk } from "./testing/desk";
import { says, startModel, type TestModel } from "./testing/model";

let desk: Desk;
let model: TestModel;
let agentId: string;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { firstByteMs: 5_000, idleMs: 5_000, wholeAnswerMs: 1_000 });
  desk = await openDesk();
  model = await startModel(desk);
  agentId = await desk.agent({ model: model.id });
});
afterAll(async () => {
  await model.close();
  await egress.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const PATIENCE = { timeout: 10_000, interval: 10 };
const thinking = (requests: number) =>
  vi.waitFor(() => expect(model.requests).toHaveLength(requests), PATIENCE);

/** A call whose agent has begun to answer and does not come to an end. `talking` is the message that waits for it. */
async function midSentence(...chunks: string[]) {
  model.answer({ says: [says("Hello."), { kind: "hang_midway", chunks }, says("Here again.")] });
  const { id } = await desk.start(agentId);
  const requests = model.requests.length;
  const talking = desk.say(id, "Tell me more.");
  talking.catch(() => undefined);
  await thinking(requests + 1);
  return { id, talking };
}
const texts = async (id: string) =>
  (await desk.read(id)).transcript.map(({ role, text }) => `${role}: ${text}`);

describe("while the agent answers", () => {
  it("a second message is refused, and the first is answered", async () => {
    const { id, talking } = await midSentence("Well. ");
    await expect(desk.say(id, "Hello?")).rejects.toMatchObject({ code: "in_progress", retryAfterS: 1 });
    await desk.end(id);
    const { turns } = await talking;
    expect(turns.map(({ role }) => role)).toEqual(["caller", "agent"]);
  });

  it("to a key of the other environment the call still does not exist", async () => {
    const { id } = await midSentence("Well, ");
    const test = desk.space.ctx("owner", "test");
    await expect(sendMessage(test, id, { text: "Hello?" })).rejects.toMatchObject({ code: "not_found" });
    // Nor does such a key take anything from whoever acts in it.
    expect((await desk.session(id))?.lease_owner).toMatch(/^job_/);
    await desk.end(id);
    await expect(sendMessage(test, id, { text: "Hello?" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("the call can be ended: the agent is cut off, and what it said stays", async () => {
    model.answer({
      says: [says("Hello."), { kind: "hang_midway", chunks: ["Let me think. ", "Well, it is. ", "And"] }],
    });
    const { id } = await desk.start(agentId);
    const heard: string[] = [];
    const { answer } = await takeMessage(desk.ctx, id, { text: "Tell me more." });
    const talking = answer(({ text }) => heard.push(text));
    await vi.waitFor(() => expect(heard.join("")).toContain("Let me think. "), PATIENCE);
    const ended = await desk.end(id);
    expect(ended).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(ended.settled_at).not.toBeNull();
    const words = { role: "agent", text: "Let me think. Well, it is. ", interrupted: true };
    expect(ended.transcript.at(-1)).toMatchObject(words);
    expect((await talking).turns).toMatchObject([{ role: "caller" }, words]);
    // The model's server is not left talking to nobody.
    await model.clientGone();
  });

  it("whoever asks it to stop may be another process", async () => {
    const { id, talking } = await midSentence("Well, ");
    await record(desk.ctx, { run: [notify(id, "cut")] });
    const { call } = await talking;
    // Cut off, not ended: the caller has the word.
    expect(call.status).toBe("in_progress");
    model.answer({ says: [says("Go ahead.")] });
    expect((await desk.say(id, "Wait. Something else.")).turns.at(-1)?.text).toBe("Go ahead.");
  });
});

describe("a lease that is lost", () => {
  it("stores nothing: whoever took the call over goes on, and the old holder's turn is void", async () => {
    const { id, talking } = await midSentence("Old words");
    desk.wait(LEASE_MS / 1_000 + 1);
    await desk.tick(id);
    cutHere(id);
    await expect(talking).rejects.toMatchObject({ code: "in_progress" });
    expect(await texts(id)).toEqual([
      "agent: Hello, you are speaking with an automated assistant. Hello.",
      "caller: Tell me more.",
      "agent: Here again.",
    ]);
    expect(await desk.session(id)).toMatchObject({ lease_owner: null });
  });

  it("undoes a whole batch, and is given back once", async () => {
    const { id } = await desk.start(agentId);
    const { lease: old } = await acquire(desk.ctx, id);
    desk.wait(LEASE_MS / 1_000 + 1);
    const { lease: current } = await acquire(desk.ctx, id);
    const mark = (tag: string) =>
      db
        .updateTable("calls")
        .set({ tags: [tag] })
        .where("id", "=", id);
    await expect(old?.write([mark("old")])).rejects.toMatchObject({ code: "in_progress" });
    await old?.release();
    expect(await desk.session(id)).toMatchObject({ lease_owner: expect.any(String) });
    await current?.write([mark("current")], "last");
    expect((await desk.read(id)).tags).toEqual(["current"]);
    expect(await desk.session(id)).toMatchObject({ lease_owner: null, lease_until: null });
  });

  it("is one of two that are asked for at once", async () => {
    const { id } = await desk.start(agentId);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => acquire(desk.ctx, id)));
    const won = tries.flatMap((t): Lease[] =>
      t.status === "fulfilled" && t.value.lease ? [t.value.lease] : [],
    );
    expect(won).toHaveLength(1);
    const refused = tries.flatMap((t) => (t.status === "rejected" ? [t.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => "in_progress"));
    await won[0]?.release();
  });

  it("is not asked for by a call that does not exist", async () => {
    await expect(acquire(desk.ctx, "call_00000000000000000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
