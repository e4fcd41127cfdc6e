import { expect, test } from "vitest";
import { AgentConfig } from "@/lib/agents/agents/schema";
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
});

const agent: CaseAgent = {
  workspaceId: "ws_test",
  config,
  model: rehearsalModel({ now: () => new Date(NOW) }),
  tools: [],
  timeZone: "UTC",
  loadModel: () => Promise.reject(new Error("No model plays a caller.")),
};

const caseOf = (parts: object) =>
  TestCase.parse({
    name: "A case",
    channel: "chat",
    caller: { type: "simulated", persona: "nora", answers: { people: "four", day: "December 1" } },
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
