import "@/test/fixtures/loopback";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { acceptMessage, createMessageStream, streamCallEvents } from ".";
import { abortLocalTurn } from "./lease";
import type { Call, Turn } from "./schema";
import type { CallEvent } from "./stream";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";
import { calls, json, says, startTestModel, type TestModel } from "./testing/model";
import type { Order } from "./testing/other-process";

const ACCOUNT = "48151623";
const plain = (value: unknown): string => JSON.stringify(value).replaceAll(/[\s-]/g, "");
const PATIENCE = { timeout: 20_000, interval: 10 };
/** Another process starts, on a machine that may be busy. */
const PROCESS_START_MS = 120_000;

let fixture: CallFixture;
let model: TestModel;
let realId: string;
let builtinId: string;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { firstByteMs: 60_000, idleMs: 60_000 });
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
  realId = await fixture.agent({ model: model.id, variables: VARIABLES });
  builtinId = await fixture.agent({ variables: VARIABLES });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Reads a stream in the background until it ends or the reader leaves; at most `most` events. */
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
  follow(createMessageStream(await acceptMessage(fixture.ctx, id, { text })).source, bound);
const named = (events: readonly CallEvent[], name: CallEvent["event"]) =>
  events.filter(({ event }) => event === name);
/** The concatenated deltas of each turn. */
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
  it("contains the agent's text as it is generated, then each finished turn with the same text", async () => {
    model.answer({ says: [says("Your account?"), says("Thank ", "you. ", "And the ", "day?")] });
    const { id } = await fixture.startCall(realId);
    const { events, ended } = await streamed(id, `It is ${ACCOUNT}.`);
    await ended;
    expect(finished(events).map(({ role, text }) => [role, text])).toEqual([
      ["caller", "[withheld]"],
      ["agent", "Thank you. And the day?"],
    ]);
    expect([...joined(events)]).toEqual([[2, "Thank you. And the day?"]]);
    expect(events.map(({ id: eventId }) => eventId).slice(-2)).toEqual(["1", "2"]);
  });

  it("never contains masked values, even if the agent repeats them immediately", async () => {
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
    const { id } = await fixture.startCall(realId);
    const { events, ended } = await streamed(id, `It is ${ACCOUNT}.`);
    await ended;
    expect(plain(events)).not.toMatch(/4815|1623/);
    const texts = joined(events);
    for (const { index, role, text } of finished(events))
      if (role === "agent") expect(texts.get(index)).toBe(text);
    expect(texts.size).toBe(2);
  });

  it("contains no more text of the built-in model than the finished turns", async () => {
    const { id } = await fixture.startCall(builtinId);
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

  it("can be closed: the agent finishes its turn", async () => {
    model.answer({
      says: [says("Hello."), { kind: "text", chunks: ["Let me see. ", "Yes, ", "it works."], pauseMs: 100 }],
    });
    const { id } = await fixture.startCall(realId);
    const { events, ended } = await streamed(id, "Does it work?", { most: 1 });
    await ended;
    expect(events).toMatchObject([{ event: "turn.delta" }]);
    await vi.waitFor(
      async () => expect((await fixture.read(id)).transcript.at(-1)?.text).toBe("Let me see. Yes, it works."),
      PATIENCE,
    );
    await vi.waitFor(async () => expect((await fixture.session(id))?.lease_owner).toBeNull(), PATIENCE);
  });

  it("fails for its reader if another process takes the call over, with no other effect", async () => {
    model.answer({ says: [says("Hello."), { kind: "hang_midway", chunks: ["Old "] }, says("New.")] });
    const { id } = await fixture.startCall(realId);
    const requestCount = model.requests.length;
    const { source, reference } = createMessageStream(
      await acceptMessage(fixture.ctx, id, { text: "Hello?" }),
    );
    const { ended } = follow(source);
    ended.catch(() => undefined);
    await vi.waitFor(() => expect(model.requests).toHaveLength(requestCount + 1), PATIENCE);
    await fixture.takeOver(id);
    abortLocalTurn(id);
    await expect(ended).rejects.toMatchObject({ code: "in_progress" });
    await expect(reference).rejects.toMatchObject({ code: "in_progress" });
  });
});

describe("a call's stream", () => {
  const watch = (id: string, after = -1) =>
    follow((signal) => streamCallEvents(fixture.space.ctx("viewer"), id, after, signal));

  it("contains each turn once, in order, then the end and the settling, and ends", async () => {
    model.answer({
      says: [says("Your account?"), says("Thank you."), calls("end_call", { outcome: "booked" }, "Goodbye.")],
      extract: json({ account_number: ACCOUNT }),
    });
    const { id } = await fixture.startCall(realId);
    const { events, ended } = watch(id);
    await vi.waitFor(() => expect(finished(events)).toHaveLength(1), PATIENCE);
    await fixture.say(id, `It is ${ACCOUNT}.`);
    await vi.waitFor(() => expect(finished(events)).toHaveLength(3), PATIENCE);
    await fixture.say(id, "That is all.");
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

  it("continues after the last turn that a reader has seen, and returns the remaining events of a settled call at once", async () => {
    const { id } = await fixture.startCall(realId);
    await fixture.say(id, "One.");
    await fixture.end(id);
    const { events, ended } = watch(id, 1);
    await ended;
    expect(events.map(({ event, id: eventId }) => eventId ?? event)).toEqual([
      "2",
      "call.ended",
      "call.settled",
    ]);
  });

  it("can be closed at any time", async () => {
    const { id } = await fixture.startCall(realId);
    const { events, ended, leave } = watch(id);
    await vi.waitFor(() => expect(events).toHaveLength(1), PATIENCE);
    leave();
    await ended;
    await fixture.say(id, "Is anybody there?");
    expect(events).toHaveLength(1);
  });
});

describe("two processes", () => {
  let otherProcess: ChildProcess;
  beforeAll(async () => {
    otherProcess = fork(join(import.meta.dirname, "testing", "other-process.ts"), {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, NODE_ENV: "test" },
    });
    await once(otherProcess, "message");
  }, PROCESS_START_MS);
  afterAll(async () => {
    otherProcess.kill("SIGKILL");
    await once(otherProcess, "exit");
  });
  const tell = async (
    order: { id: string } & ({ do: "end" } | { do: "say"; text: string }),
  ): Promise<unknown> => {
    const answered = once(otherProcess, "message");
    const command: Order = { workspaceId: fixture.space.workspaceId, at: fixture.now(), ...order };
    otherProcess.send(command);
    return (await answered)[0];
  };

  it("receive each other's turns", async () => {
    const { id } = await fixture.startCall(realId);
    const { events } = follow((signal) => streamCallEvents(fixture.ctx, id, -1, signal));
    await vi.waitFor(() => expect(finished(events)).toHaveLength(1), PATIENCE);
    await tell({ do: "say", id, text: "Hello from afar." });
    await vi.waitFor(
      () => expect(finished(events).map(({ role }) => role)).toEqual(["agent", "caller", "agent"]),
      PATIENCE,
    );
  });

  it("interrupt each other: the other process ends the first one's turn, and its text is stored", async () => {
    model.answer({
      says: [says("Hello."), { kind: "hang_midway", chunks: ["Let me think. ", "Well, it is. ", "And"] }],
    });
    const { id } = await fixture.startCall(realId);
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
