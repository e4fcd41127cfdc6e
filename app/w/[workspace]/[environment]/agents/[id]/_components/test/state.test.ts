import { describe, expect, test } from "vitest";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { english } from "@/messages/testing/english";
import { chatProblemText, type RequestError } from "./problem";
import { type ChatEvent, IDLE, next, type TestChat } from "./state";

const turn = (index: number, role: Turn["role"], text: string): Turn => ({
  index,
  role,
  text,
  start_ms: 0,
  end_ms: 0,
  interrupted: false,
});
const call = (extra: Partial<Call> = {}): Call =>
  ({ id: "call_1", ended_at: null, settled_at: null, transcript: [], ...extra }) as Call;
const happened = (events: ChatEvent[], from: TestChat = IDLE): TestChat => events.reduce(next, from);
const errorOf = (code: RequestError["code"], message: string): RequestError => ({
  code,
  message,
  params: undefined,
  details: [],
});
const problemOf = ({ problem }: TestChat): string | null =>
  problem && chatProblemText(english("agents"), english("errors"), problem);
const texts = ({ turns }: TestChat) => turns.map(({ text }) => text);

const ENDED = "2026-11-23T09:00:00.000Z";
const greeting = turn(0, "agent", "Hello.");
const opened = happened([
  { type: "starting", agent: { id: "agt_1" } as Agent, isDraft: true },
  { type: "started", call: call({ transcript: [greeting] }) },
]);
const sent = happened(
  [
    { type: "typed", text: "four two" },
    { type: "sent", text: "four two", key: "k1" },
  ],
  opened,
);

describe("a message", () => {
  test("leaves the field, and its words are not shown before the server has masked them", () => {
    expect(sent).toMatchObject({
      phase: "speaking",
      draft: "",
      sent: { text: "four two", key: "k1", from: 1 },
    });
    expect(texts(sent)).toEqual(["Hello."]);
    const transcribed = next(sent, { type: "turn", turn: turn(1, "caller", "[withheld]") });
    expect(transcribed.sent).toBeNull();
    expect(texts(transcribed)).toEqual(["Hello.", "[withheld]"]);
  });

  test("is answered piece by piece, and the finished turn stands instead of the pieces", () => {
    const speaking = happened(
      [
        { type: "delta", index: 2, text: "And " },
        { type: "delta", index: 2, text: "the day?" },
      ],
      sent,
    );
    expect(speaking.speaking).toEqual({ 2: "And the day?" });
    const done = happened(
      [{ type: "turn", turn: turn(2, "agent", "And the day?") }, { type: "answered" }],
      speaking,
    );
    expect(done).toMatchObject({ phase: "listening", speaking: {} });
    expect(texts(done)).toEqual(["Hello.", "And the day?"]);
  });

  test("what is typed while the agent speaks stays in the field", () => {
    const typed = happened([{ type: "typed", text: "tomorrow" }, { type: "answered" }], sent);
    expect(typed.draft).toBe("tomorrow");
  });

  test("that is entered while the agent speaks is sent after the answer, unless it is edited first", () => {
    const queued = happened([{ type: "typed", text: "tomorrow" }, { type: "queued" }], sent);
    expect(queued).toMatchObject({ draft: "tomorrow", isQueued: true });
    expect(next(queued, { type: "answered" })).toMatchObject({ phase: "listening", isQueued: true });
    expect(next(queued, { type: "typed", text: "tomorrow at six" }).isQueued).toBe(false);
    expect(next(queued, { type: "failed", error: errorOf("unreachable", "Cut.") }).isQueued).toBe(false);
    expect(happened([{ type: "typed", text: " " }, { type: "queued" }], sent).isQueued).toBe(false);
  });

  test("that did not get through is back in the field, before what was typed since, with the key it had", () => {
    const lost = happened(
      [
        { type: "typed", text: "tomorrow" },
        { type: "failed", error: errorOf("unreachable", "Cut.") },
      ],
      sent,
    );
    expect(lost).toMatchObject({ phase: "listening", sent: null, draft: "four two\ntomorrow" });
    expect(lost.returned).toMatchObject({ text: "four two", key: "k1" });
    expect(problemOf(lost)).toContain("back in the field");
  });

  test("that was delivered after all is removed from the field, so that it is not sent twice", () => {
    const lost = next(sent, { type: "failed", error: errorOf("unreachable", "Cut.") });
    const delivered = next(lost, { type: "turn", turn: turn(1, "caller", "[withheld]") });
    expect(delivered).toMatchObject({ draft: "", returned: null, problem: null });
  });

  test("whose answer alone was cut off is not given back", () => {
    const interrupted = happened(
      [
        { type: "turn", turn: turn(1, "caller", "[withheld]") },
        { type: "failed", error: errorOf("unreachable", "Cut.") },
      ],
      sent,
    );
    expect(interrupted).toMatchObject({ phase: "listening", draft: "" });
    expect(problemOf(interrupted)).toContain("The agent received your message");
  });

  test("to a call that has ended meanwhile is kept for the next test", () => {
    const over = next(sent, { type: "failed", error: errorOf("invalid_state", "Ended.") });
    expect(over).toMatchObject({ phase: "ended", draft: "four two" });
    expect(next(over, { type: "starting", agent: { id: "agt_1" } as Agent, isDraft: true }).draft).toBe(
      "four two",
    );
  });
});

test("a test shows the agent of its call's version, and not of an earlier test's", () => {
  const saved = { id: "agt_1", variables: [] } as unknown as Agent;
  const asLive = { id: "agt_1", variables: [{ name: "day" }] } as unknown as Agent;
  const running = next(next(IDLE, { type: "starting", agent: saved, isDraft: false }), {
    type: "started",
    call: call(),
  });
  expect(running.agent).toBe(saved);
  expect(next(running, { type: "version_read", callId: call().id, agent: asLive }).agent).toBe(asLive);
  expect(next(running, { type: "version_read", callId: "call_0", agent: asLive })).toBe(running);
});

test("a test of the live version stays one until another is started", () => {
  const live = next(IDLE, { type: "starting", agent: { id: "agt_1" } as Agent, isDraft: false });
  const running = next(live, { type: "started", call: call() });
  expect(running).toMatchObject({ phase: "listening", isDraft: false });
  expect(next(running, { type: "starting", agent: { id: "agt_1" } as Agent, isDraft: true }).isDraft).toBe(
    true,
  );
});

describe("the call", () => {
  test("read again replaces turns with their masked text and keeps newer turns", () => {
    const later = next(sent, { type: "turn", turn: turn(3, "agent", "Later.") });
    const read = call({ transcript: [greeting, turn(1, "caller", "[account_number]")] });
    expect(texts(next(later, { type: "call", call: read }))).toEqual([
      "Hello.",
      "[account_number]",
      "Later.",
    ]);
  });

  test("read again keeps its masks if the event of a turn arrives later", () => {
    const read = next(sent, {
      type: "call",
      call: call({ transcript: [greeting, turn(1, "caller", "[account_number]")] }),
    });
    const late = next(read, { type: "turn", turn: turn(1, "caller", "48151623") });
    expect(texts(late)).toEqual(["Hello.", "[account_number]"]);
  });

  test("that has ended stays ended if an older response arrives late", () => {
    const settled = call({ ended_at: ENDED, settled_at: ENDED });
    const over = happened(
      [{ type: "call", call: settled }, { type: "call", call: call() }, { type: "answered" }],
      sent,
    );
    expect(over).toMatchObject({ phase: "ended", call: settled });
  });

  test("whose agent keeps no transcript leaves what was shown", () => {
    const settled = call({ ended_at: ENDED, settled_at: ENDED, transcript: [] });
    expect(texts(next(opened, { type: "call", call: settled }))).toEqual(["Hello."]);
  });

  test("of an earlier test changes nothing in this one", () => {
    expect(next(opened, { type: "call", call: call({ id: "call_0", ended_at: ENDED }) })).toBe(opened);
  });
});
