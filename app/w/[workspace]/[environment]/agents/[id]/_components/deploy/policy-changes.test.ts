import { expect, test } from "vitest";
import type { Agent } from "@/lib/agents/agents/schema";
import { hasPolicyChanges } from "./policy-changes";

const variable = (name: string, sensitive: boolean): Agent["variables"][number] => ({
  name,
  type: "string",
  description: "",
  required: true,
  sensitive,
  category: "general",
  choices: null,
});
const live: Agent = {
  id: "agt_01jd2q7m3kz5v8c0w4y6n1t9bx",
  name: "Front desk",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "Be kind.",
  greeting: null,
  language: "en-US",
  model: "builtin:rehearsal",
  fallback_model: null,
  transcriber: "builtin:grammar",
  tools: [],
  disclosure: { enabled: true, text: "This is an automated assistant." },
  variables: [variable("account", true), variable("day", false)],
  outcomes: [],
  transfer_to: null,
  max_duration_s: 600,
  inactivity_timeout_s: 10,
  recording: {
    enabled: true,
    announce: true,
    announcement: "Recorded.",
    answer_window_ms: 2_000,
    allow_caller_opt_out: true,
    retention_days: 30,
    redact_sensitive_fields: true,
    announce_on_transfer: true,
  },
  transcript: { enabled: true, retention_days: 30 },
  status: "live",
  live_version: 1,
  has_unpublished_changes: false,
  revision: "r",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  deployed_at: "2026-01-01T00:00:00.000Z",
};

test.each([
  ["a prompt waits for the deploy", { prompt: "Be brief." }, false],
  ["a recording that is off", { recording: { ...live.recording, enabled: false } }, true],
  ["another retention period", { transcript: { enabled: true, retention_days: 1 } }, true],
  ["a new sensitive mark", { variables: [variable("account", true), variable("day", true)] }, true],
  ["a mark that is removed waits for the deploy", { variables: [variable("account", false)] }, false],
] as const)("%s", (_, changes, expected) => {
  expect(hasPolicyChanges(live, { ...live, ...changes } as Agent)).toBe(expected);
});

test("an agent that is not live has no calls that a change applies to", () => {
  const draft: Agent = { ...live, live_version: null };
  expect(hasPolicyChanges(draft, { ...draft, transcript: { enabled: false, retention_days: 1 } })).toBe(
    false,
  );
});
