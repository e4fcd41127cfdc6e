import { expect, test } from "vitest";
import { AgentConfig } from "@/lib/agents/agents/schema";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { rehearsalModel } from "@/lib/calls/offline/model";
import { type CaseAgent, runCase } from "./run-case";
import { TestCase } from "./schema";

const NOW = "2026-11-24T10:00:00.000Z";
const clock = { now: () => performance.now(), iso: () => NOW };

const variable = (name: string, type: string, sensitive = false) => ({
  name,
  type,
  description: name.replaceAll("_", " "),
  required: true,
  sensitive,
  category: "general",
  choices: null,
  digits: null,
});

const config = AgentConfig.parse({
  name: "Table",
  type: "messaging",
  voice_id: null,
  prompt: "Book a table.",
  greeting: "Welcome to Fox Tables.",
  language: "en-US",
  model: "builtin:rehearsal",
  fallback_model: null,
  transcriber: "builtin:grammar",
  tools: [],
  interruption_sensitivity: "medium",
  patience: "medium",
  interruptible: true,
  disclosure: { enabled: true, text: "Hello, you are speaking with an automated assistant." },
  variables: [
    variable("people", "number"),
    variable("day", "date"),
    variable("account_number", "string", true),
  ],
  outcomes: [],
  transfer_to: null,
  transfer_targets: [],
  answering_machine: { action: "hang_up", message: null, screening_reply: null },
  max_duration_s: 1_800,
  inactivity_timeout_s: 900,
  cost_limits: { per_call: null, per_day: null, closing: null },
});

const agent: CaseAgent = {
  workspaceId: "ws_test",
  config,
  model: rehearsalModel({ now: () => new Date(NOW) }),
  tools: [],
  timeZone: "UTC",
  openLine: () => Promise.reject(new Error("No case has a line.")),
  loadModel: () => Promise.reject(new Error("No model plays a caller.")),
};

const caseOf = (parts: object) =>
  TestCase.parse({
    name: "A case",
    channel: "chat",
    caller: { type: "simulated", persona: "nora", answers: { people: "four", day: "December 1" } },
    line: null,
    starts_at: null,
    time_zone: null,
    variables: {},
    tools: [],
    checks: [],
    ...parts,
  });

const run = (parts: object) => runCase(agent, caseOf(parts), clock, new AbortController().signal);

test("a case passes that collects its values", async () => {
  const { failures, conversation } = await run({
    checks: [
      { type: "variable", name: "people", equals: 4 },
      { type: "variable", name: "day", equals: "2026-12-02", tolerance: 1 },
      { type: "outcome", one_of: ["completed"] },
      { type: "agent_says", any_of: ["Welcome to * Tables"] },
      { type: "agent_never_says", any_of: ["guarantee"] },
      { type: "reply_time", max_ms: 120_000 },
      { type: "turns", max: 20 },
    ],
  });
  expect(failures).toEqual([]);
  const texts = conversation?.maskedTurns.map(({ role, text }) => `${role}: ${text}`) ?? [];
  expect(texts[0]).toBe(
    "agent: Hello, you are speaking with an automated assistant. Welcome to Fox Tables. What are your people?",
  );
  expect(texts).toContain("caller: [account_number], please.");
  expect(conversation?.values).toMatchObject({ people: 4, day: "2026-12-01" });
});

test("each check that fails names itself", async () => {
  const { failures } = await run({
    checks: [
      { type: "variable", name: "people", equals: 5 },
      { type: "variable", name: "missing", equals: "x" },
      { type: "outcome", one_of: ["canceled"] },
      { type: "end_reason", one_of: ["inactivity"] },
      { type: "agent_says", any_of: ["guarantee"] },
      { type: "agent_never_says", any_of: ["welcome"] },
      { type: "tool_called", tool: "book" },
      { type: "turns", max: 1 },
      { type: "judge", question: "Was the agent polite?" },
    ],
  });
  expect(failures.map((failure) => ("check" in failure ? failure.check : failure))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ]);
});

test("a caller on a line repeats what was not understood, and hangs up after three times", async () => {
  const utterances: string[] = [];
  const openLine = (texts: readonly (string | null)[]): CaseAgent["openLine"] => {
    let at = 0;
    return async () => ({
      hear: async (text) => {
        utterances.push(text);
        return texts[at++] ?? text;
      },
      failures: () => 0,
      close: () => utterances.push("closed"),
    });
  };
  const line = { noise: "babble", snr_db: 10, codec: "mulaw" };
  const caller = { type: "script", lines: ["four", "December 1", "Never mind, goodbye."] };
  const holdOver = (texts: readonly (string | null)[]) =>
    runCase(
      { ...agent, openLine: openLine(texts) },
      caseOf({ channel: "phone", line, caller }),
      clock,
      new AbortController().signal,
    );
  const understood = await holdOver([NOT_UNDERSTOOD_TEXT]);
  expect(utterances.slice(0, 3)).toEqual(["four", "four", "December 1"]);
  expect(utterances.at(-1)).toBe("closed");
  expect(understood.conversation?.values).toMatchObject({ people: 4, day: "2026-12-01" });
  utterances.length = 0;
  const unheard = await holdOver([NOT_UNDERSTOOD_TEXT, NOT_UNDERSTOOD_TEXT, NOT_UNDERSTOOD_TEXT]);
  expect(utterances).toEqual(["four", "four", "four", "closed"]);
  expect(unheard.conversation?.state.endReason).toBe("caller_hung_up");
});

test("a transcriber that fails is a failure of the case, and so is a language that cannot be decided", async () => {
  const failing: CaseAgent["openLine"] = async () => ({
    hear: async (text) => text,
    failures: () => 1,
    close: () => undefined,
  });
  const { failures } = await runCase(
    { ...agent, openLine: failing },
    caseOf({
      line: { noise: "none", snr_db: 20, codec: "none" },
      caller: { type: "script", lines: ["four"] },
      checks: [
        { type: "language", language: "en-GB" },
        { type: "language", language: "de" },
        { type: "language", language: "en", speaker: "caller" },
      ],
    }),
    clock,
    new AbortController().signal,
  );
  expect(failures).toEqual([
    { promise: "speech_works", reason: "speech_failed" },
    { check: 1, type: "language", reason: "other_language" },
    { check: 2, type: "language", reason: "language_undecided" },
  ]);
});
