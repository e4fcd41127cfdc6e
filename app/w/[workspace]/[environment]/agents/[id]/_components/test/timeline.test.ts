import { describe, expect, test } from "vitest";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import { english } from "@/messages/testing/english";
import { eventText } from "./event-text";
import { timelineOf } from "./timeline";
import { transcriptText } from "./transcript-text";

const STARTED = "2026-11-23T09:00:00.000Z";
const turn = (index: number, role: Turn["role"], text: string | null, extra: Partial<Turn> = {}): Turn => ({
  index,
  role,
  text,
  start_ms: index * 1_000,
  end_ms: index * 1_000 + 500,
  interrupted: false,
  ...extra,
});
const call = (extra: Partial<Call> = {}): Call =>
  ({
    created_at: STARTED,
    started_at: STARTED,
    end_reason: null,
    outcome: null,
    provider_failures: [],
    recording: { trace: [] },
    ...extra,
  }) as unknown as Call;
const agent = { disclosure: { enabled: true, text: "I am an assistant." } };
const texts = { t: english("agents.event"), tCalls: english("calls") };
const lines = (turns: Turn[], of: Call = call()) =>
  timelineOf({ turns, call: of, agent }).map((item) =>
    item.kind === "turn" ? item.turn.text : `<${eventText(texts, item.event)}>`,
  );

describe("the timeline of a test", () => {
  test("notes the disclosure where the agent says it, and nowhere else", () => {
    const turns = [
      turn(0, "agent", "I am an assistant. Which day?"),
      turn(1, "caller", "I am an assistant. Tomorrow."),
    ];
    expect(lines(turns)).toEqual([
      "<Disclosed that this is AI>",
      "I am an assistant. Which day?",
      "I am an assistant. Tomorrow.",
    ]);
    const silent = { disclosure: { ...agent.disclosure, enabled: false } };
    expect(timelineOf({ turns, call: call(), agent: silent }).map(({ kind }) => kind)).toEqual([
      "turn",
      "turn",
    ]);
  });

  test("places the steps of the recording consent and provider failures by their time", () => {
    const failure = {
      at: "2026-11-23T09:00:01.500Z",
      provider: "acme",
      part: "voice",
      kind: "timeout",
    } as const;
    const recording = {
      trace: [
        { event: "announcing", at: STARTED, at_ms: 0 },
        { event: "began_after_yes", at: STARTED, at_ms: 900 },
      ],
    } as unknown as Call["recording"];
    expect(
      lines(
        [turn(0, "agent", "Hello."), turn(1, "caller", "Hi."), turn(2, "agent", "Bye.")],
        call({ recording, provider_failures: [failure] }),
      ),
    ).toEqual([
      "<Announcement started>",
      "Hello.",
      "<The caller agreed (answer not in the transcript); recording started>",
      "Hi.",
      "<acme did not respond in time. The built-in voice was used instead.>",
      "Bye.",
    ]);
  });

  test("follows a transfer's tool call with its result, and ends with opt-out and outcome", () => {
    const tool = (name: string, ok: boolean) => ({ tool: { name, arguments: {}, result: {}, ok } });
    const turns = [
      turn(0, "tool", null, tool("transfer_to_human", false)),
      turn(1, "tool", null, tool("transfer_to_human", true)),
      turn(2, "tool", null, tool("look_up", true)),
    ];
    const outcome = { tag: "opted_out", summary: null, successful: false };
    expect(lines(turns, call({ end_reason: "opted_out", outcome }))).toEqual([
      null,
      "<The transfer failed>",
      null,
      "<Transferred the caller>",
      null,
      "<The caller opted out and is suppressed>",
      "<Outcome: Opted out>",
    ]);
  });

  test("tells which variable's question a caller's turn answers", () => {
    const turns = [
      turn(0, "agent", "Your account?", { asks: "account_number" }),
      turn(1, "caller", "[withheld]"),
      turn(2, "agent", "One moment."),
      turn(3, "caller", "[withheld]"),
      turn(4, "agent", "Bye.", { asks: null }),
      turn(5, "caller", "Bye."),
    ];
    const answers = timelineOf({ turns, call: call(), agent }).flatMap((item) =>
      item.kind === "turn" && item.turn.role === "caller" ? [item.answers] : [],
    );
    expect(answers).toEqual(["account_number", "account_number", null]);
  });
});

test("a copied transcript has a line for each turn and event, with the masks as shown", () => {
  const items = timelineOf({
    turns: [
      turn(0, "agent", "I am an assistant. Your account?"),
      turn(1, "caller", "It is [account_number]"),
      turn(2, "tool", null, {
        tool: { name: "look_up", arguments: { account: { masked: true } }, result: {}, ok: false },
      }),
    ],
    call: call({ outcome: { tag: "booked", summary: null, successful: true } }),
    agent,
  });
  const all = { t: english("agents.transcript"), tEvent: texts.t, tCalls: texts.tCalls };
  expect(transcriptText(all, items).split("\n")).toEqual([
    "– Disclosed that this is AI",
    "Agent: I am an assistant. Your account?",
    "You: It is [account_number]",
    'Tool look_up {"account":{"masked":true}}: Failed to run',
    "– Outcome: Booked",
  ]);
});
