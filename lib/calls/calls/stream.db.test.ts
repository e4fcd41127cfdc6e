import "@/test/fixtures/loopback";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { callEvents, messageStream, takeMessage } from ".";
import { cutHere } from "./lease";
import type { Call, Turn } from "./schema";
import type { CallEvent } from "./stream";
import { type Desk, openDesk, VARIABLES } from "./testing/desk";
import { calls, json, says, startModel, type TestModel } from "./testing/model";
import type { Order } from "./testing/other-process";

const ACCOUNT = "48151623";
const plain = (value: unknown): string => JSON.stringify(value).replaceAll(/[\s-]/g, "");
const PATIENCE = { timeout: 10_000, interval: 10 };

let desk: Desk;
let model: TestModel;
let realId: string;
let builtinId: string;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { firstByteMs: 5_000, idleMs: 5_000 });
  desk = await openDesk();
  model = await startModel(desk);
  realId = await desk.agent({ model: model.id, variables: VARIABLES });
  builtinId = await desk.agent({ variables: VARIABLES });
});
afterAll(async () => {
  await model.close();
  await egress.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Reads a stream in the background, until it ends or the reader leaves; `most` events at most. */
function follow(
  source: (signal: AbortSignal) => AsyncGenerator<CallEvent>,
  { most = Number.POSITIVE_INFINITY } = {},
) {
  const leaving = new AbortController();
  stops.push(() => leaving.abort());
  const events: CallEvent[] = [];
  const ended = (async () => {
    for await (const event of source(leaving.signal)) if (events.push(event) >= most) leaving.abort();
  })();
  return { events, ended, leave: () => leaving.abort() };
}
const streamed = async (id: string, text: string, bound = {}) =>
  follow(messageStream(await takeMessage(desk.ctx, id, { text })).source, bound);
const named = (events: readonly CallEvent[], name: CallEvent["event"]) =>
  events.filter(({ event }) => event === name);
/** What the deltas of each turn say together. */
function joined(events: readonly CallEvent[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const { data } of named(events, "turn.delta")) {
    const { index, text } = data as { index: number; text: string };
    texts.set(index, (texts.get(index) ?? "") + text);
  }
  return texts;
}
const finished = (events: readonly CallEvent[]) =>
  named(events, "turn.completed").map(({ data }) => data as Turn);

describe("a message's stream", () => {
  it("tells the agent's words as they come, then each finished turn, and they are the same", async () => {
    model.answer({ says: [says("Your account?"), says("Thank ", "you. ", "And the ", "day?")] });
    const { id } = await desk.start(realId);
    const { events, ended } = await streamed(id, `It is ${ACCOUNT}.`);
    await ended;
    expect(finished(events).map(({ role, text }) => [role, text])).toEqual([
      ["caller", "[withheld]"],
      ["agent", "Thank you. And the day?"],
    ]);
    expect([...joined(events)]).toEqual([[2, "Thank you. And the day?"]]);
    expect(events.map(({ id: eventId }) => eventId).slice(-2)).toEqual(["1", "2"]);
  });

  it("never tells what is masked, also where the agent repeats it at once", async () => {
    model.answer({
      says: [
        says("Your account?"),
        {
          kind: "tools",
          text: "One moment. ",
          calls: [{ name: "save_variables", arguments: { account_number: ACCOUNT } }],
        },
        says("So it is ", "4 8 1 5 ", "1 6 2 3. ", "Which day?"),
      ],
    });
    const { id } = await desk.start(realId);
    const { events, ended } = await streamed(id, `It is ${ACCOUNT}.`);
    await ended;
    expect(plain(events)).not.toMatch(/4815|1623/);
    const texts = joined(events);
    for (const { index, role, text } of finished(events))
      if (role === "agent") expect(texts.get(index)).toBe(text);
    expect(texts.size).toBe(2);
  });

  it("of the built-in model tells no more than the finished turns do", async () => {
    const { id } = await desk.start(builtinId);
    const all: CallEvent[] = [];
    for (const text of [`it is ${ACCOUNT}`, "the 24th of November 2026", "yes"]) {
      const { events, ended } = await streamed(id, text);
      await ended;
      all.push(...events);
    }
    expect(plain(all)).not.toContain(ACCOUNT);
    expect(joined(all).size).toBe(3);
    expect(all.at(-1)).toMatchObject({
      event: "call.ended",
      data: { status: "completed", outcome: { tag: "booked" } },
    });
  });

  it("may be left: the agent goes on to the end of its turn", async () => {
    model.answer({
      says: [says("Hello."), { kind: "text", chunks: ["Let me see. ", "Yes, ", "it works."], pauseMs: 100 }],
    });
    const { id } = await desk.start(realId);
    const { events, ended } = await streamed(id, "Does it work?", { most: 1 });
    await ended;
    expect(events).toMatchObject([{ event: "turn.delta" }]);
    await vi.waitFor(
      async () => expect((await desk.read(id)).transcript.at(-1)?.text).toBe("Let me see. Yes, it works."),
      PATIENCE,
    );
    await vi.waitFor(async () => expect((await desk.session(id))?.lease_owner).toBeNull(), PATIENCE);
  });

  it("fails with its reader where the call is taken over, and nowhere else", async () => {
    model.answer({ says: [says("Hello."), { kind: "hang_midway", chunks: ["Old "] }, says("New.")] });
    const { id } = await desk.start(realId);
    const asked = model.requests.length;
    const { source, reference } = messageStream(await takeMessage(desk.ctx, id, { text: "Hello?" }));
    const { ended } = follow(source);
    ended.catch(() => undefined);
    await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 1), PATIENCE);
    desk.wait(20);
    await desk.tick(id);
    cutHere(id);
    await expect(ended).rejects.toMatchObject({ code: "in_progress" });
    await expect(reference).rejects.toMatchObject({ code: "in_progress" });
  });
});

describe("a call's stream", () => {
  const watch = (id: string, after = -1) =>
    follow((signal) => callEvents(desk.space.ctx("viewer"), id, after, signal));

  it("tells each turn once, in order, then the end and the settling, and ends", async () => {
    model.answer({
      says: [says("Your account?"), says("Thank you."), calls("end_call", { outcome: "booked" }, "Goodbye.")],
      extract: json({ account_number: ACCOUNT }),
    });
    const { id } = await desk.start(realId);
    const { events, ended } = watch(id);
    await vi.waitFor(() => expect(finished(events)).toHaveLength(1), PATIENCE);
    await desk.say(id, `It is ${ACCOUNT}.`);
    await vi.waitFor(() => expect(finished(events)).toHaveLength(3), PATIENCE);
    await desk.say(id, "That is all.");
    await ended;
    expect(events.map(({ event, id: eventId }) => `${event} ${eventId ?? ""}`.trim())).toEqual([
      "turn.completed 0",
      "turn.completed 1",
      "turn.completed 2",
      "turn.completed 3",
      "turn.completed 4",
      "call.ended",
      "call.settled",
    ]);
    expect(plain(events)).not.toContain(ACCOUNT);
    const settled = events.at(-1)?.data as Call;
    expect(settled.transcript[1]?.text).toBe("It is [account_number].");
  });

  it("goes on behind the last turn that a reader has seen, and of a settled call tells the rest at once", async () => {
    const { id } = await desk.start(realId);
    await desk.say(id, "One.");
    await desk.end(id);
    const { events, ended } = watch(id, 1);
    await ended;
    expect(events.map(({ event, id: eventId }) => eventId ?? event)).toEqual([
      "2",
      "call.ended",
      "call.settled",
    ]);
  });

  it("may be left at any time", async () => {
    const { id } = await desk.start(realId);
    const { events, ended, leave } = watch(id);
    await vi.waitFor(() => expect(events).toHaveLength(1), PATIENCE);
    leave();
    await ended;
    await desk.say(id, "Is anybody there?");
    expect(events).toHaveLength(1);
  });
});

describe("two processes", () => {
  let other: ChildProcess;
  beforeAll(async () => {
    other = fork(join(import.meta.dirname, "testing", "other-process.ts"), {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, NODE_ENV: "test" },
    });
    await once(other, "message");
  });
  afterAll(async () => {
    other.kill("SIGKILL");
    await once(other, "exit");
  });
  const tell = async (
    order: { id: string } & ({ do: "end" } | { do: "say"; text: string }),
  ): Promise<unknown> => {
    const answered = once(other, "message");
    const told: Order = { workspaceId: desk.space.workspaceId, at: desk.now(), ...order };
    other.send(told);
    return (await answered)[0];
  };

  it("hear each other's turns", async () => {
    const { id } = await desk.start(realId);
    const { events } = follow((signal) => callEvents(desk.ctx, id, -1, signal));
    await vi.waitFor(() => expect(finished(events)).toHaveLength(1), PATIENCE);
    await tell({ do: "say", id, text: "Hello from afar." });
    await vi.waitFor(
      () => expect(finished(events).map(({ role }) => role)).toEqual(["agent", "caller", "agent"]),
      PATIENCE,
    );
  });

  it("cut each other off: what one says is ended by the other, and its words stay", async () => {
    model.answer({
      says: [says("Hello."), { kind: "hang_midway", chunks: ["Let me think. ", "Well, it is. ", "And"] }],
    });
    const { id } = await desk.start(realId);
    const { events, ended } = await streamed(id, "Tell me more.");
    await vi.waitFor(() => expect(joined(events).get(2)).toContain("Let me think. "), PATIENCE);
    expect(await tell({ do: "end", id })).toMatchObject({
      status: "completed",
      end_reason: "caller_hung_up",
    });
    await ended;
    expect(finished(events).at(-1)).toMatchObject({ text: "Let me think. Well, it is. ", interrupted: true });
  });
});
