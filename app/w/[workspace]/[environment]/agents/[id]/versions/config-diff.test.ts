import { expect, test } from "vitest";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { english } from "@/messages/testing/english";
import { SECTIONS } from "../_components/agent-form";
import { diffConfigs } from "./config-diff";

const t = english("agents");

const variable = {
  name: "day",
  type: "date",
  description: "the day",
  required: true,
  sensitive: false,
  category: "general",
  choices: null,
  digits: null,
} satisfies AgentConfig["variables"][number];

const config: AgentConfig = {
  name: "Front desk",
  type: "voice",
  voice_id: "builtin:slt",
  prompt: "You book visits.\nBe brief.",
  greeting: null,
  language: "en-US",
  model: "builtin:rehearsal",
  fallback_model: null,
  transcriber: "builtin:grammar",
  interruption_sensitivity: "medium",
  patience: "medium",
  interruptible: true,
  tools: ["end_call", "opt_out"],
  disclosure: { enabled: true, text: "This is an automated assistant." },
  variables: [variable, { ...variable, name: "account_number", type: "string" }],
  outcomes: [{ tag: "booked", description: "A visit is booked." }],
  transfer_to: null,
  transfer_targets: [],
  answering_machine: { action: "hang_up", message: null, screening_reply: null },
  max_duration_s: 1_800,
  cost_limits: { per_call: null, per_day: null, closing: null },
  inactivity_timeout_s: 30,
};

test("what is the same differs in nothing", () => {
  expect(diffConfigs(t, config, structuredClone(config))).toEqual([]);
});

test("every field of a configuration belongs to a section, and its change is told there", () => {
  const changedConfig: AgentConfig = {
    name: "Night desk",
    type: "messaging",
    voice_id: null,
    prompt: "Else",
    greeting: "Good night.",
    language: "en-GB",
    model: "builtin:other",
    fallback_model: "builtin:rehearsal",
    transcriber: "deepgram:nova-3",
    interruption_sensitivity: "high",
    patience: "low",
    interruptible: false,
    tools: [],
    disclosure: { enabled: false, text: "Automated." },
    variables: [],
    outcomes: [],
    transfer_to: "+12125550123",
    transfer_targets: [
      { to: "+12125550124", hours: { days: ["mon"], start: "09:00", end: "17:00", timezone: "Etc/UTC" } },
    ],
    answering_machine: { action: "leave_message", message: "Call us back.", screening_reply: "The clinic." },
    max_duration_s: 60,
    cost_limits: { per_call: "0.50", per_day: null, closing: null },
    inactivity_timeout_s: 10,
  };
  const fields = Object.keys(config) as (keyof AgentConfig)[];
  for (const field of fields) {
    const changed = diffConfigs(t, config, { ...config, [field]: changedConfig[field] });
    expect(
      changed.map(({ id }) => id),
      field,
    ).toEqual([SECTIONS.find(({ fields: all }) => (all as readonly string[]).includes(field))?.id]);
  }
});

test("a variable is found again by its name: what came, what went, and which attribute changed", () => {
  const after = {
    ...config,
    variables: [
      { ...variable, sensitive: true, choices: ["Monday", "Friday"] },
      { ...variable, name: "email", type: "email" as const, required: false },
    ],
  };
  expect(diffConfigs(t, config, after)[0]?.differences).toEqual([
    {
      kind: "item",
      name: "day",
      change: "changed",
      attributes: [
        { kind: "value", label: "Choices", before: null, after: "Monday, Friday" },
        { kind: "value", label: "Sensitive", before: "No", after: "Yes" },
      ],
    },
    { kind: "item", name: "email", change: "added", detail: "Email · “the day” · optional" },
    { kind: "item", name: "account_number", change: "removed", detail: "Text · “the day” · required" },
  ]);
});

test("another order is one difference, and no change of what is ordered", () => {
  const after = { ...config, tools: ["opt_out", "end_call"], variables: config.variables.toReversed() };
  expect(diffConfigs(t, config, after).map(({ differences }) => differences)).toEqual([
    [{ kind: "value", label: "Order", before: "end_call, opt_out", after: "opt_out, end_call" }],
    [{ kind: "value", label: "Order", before: "day, account_number", after: "account_number, day" }],
  ]);
});
