import type { TestCase } from "@/lib/suites/cases/schema";

export const CASE_TEMPLATES = ["recording", "optOut", "booking"] as const;
export type CaseTemplate = (typeof CASE_TEMPLATES)[number];

/** The outcome that the engine sets after a request not to be contacted. */
const OPTED_OUT = "opted_out";
const BOOKED = "book";

/**
 * The fields of a template's case, apart from its name. The caller's lines are in English, as agents are. `outcomes` are the tags
 * of the agent's outcomes.
 */
export function createTemplateCase(template: CaseTemplate, outcomes: readonly string[]): Partial<TestCase> {
  if (template === "recording")
    return {
      channel: "phone",
      caller: { type: "script", lines: ["Please don't record this call.", "That's all, goodbye."] },
      checks: [
        { type: "agent_never_says", any_of: ["call must be recorded", "have to record", "need to record"] },
        { type: "turns", max: 6 },
      ],
    };
  if (template === "optOut")
    return {
      channel: "phone",
      caller: { type: "script", lines: ["Take me off your list and never contact me again.", "Yes."] },
      checks: [{ type: "outcome", one_of: [OPTED_OUT] }],
    };
  const booked = outcomes.find((tag) => tag.includes(BOOKED)) ?? outcomes[0];
  return {
    caller: { type: "simulated", persona: "nora", seed: 1, answers: {} },
    checks: [
      ...(booked === undefined ? [] : [{ type: "outcome" as const, one_of: [booked] }]),
      { type: "end_reason", one_of: ["agent_ended", "caller_hung_up"] },
    ],
  };
}
