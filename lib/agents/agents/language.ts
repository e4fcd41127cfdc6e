import { isCoveredLanguage } from "@/lib/masking";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import type { AgentConfig, AgentPolicy } from "./schema";

const refusal = (pointer: string): ErrorDetail => bodyProblem(pointer, "language_not_covered");

/** Problems that prevent a deploy because the privacy code does not cover the configuration's language. */
export const languageProblems = ({ language }: Pick<AgentConfig, "language">): ErrorDetail[] =>
  isCoveredLanguage(language) ? [] : [refusal("/language")];

/**
 * Problems that prevent a change of a live agent's policy because the privacy code does not cover its
 * language. The agent cannot start recording, and its masks stay. Recording can always be turned off.
 */
export function policyProblems(
  live: Pick<AgentConfig, "language"> | null,
  before: AgentPolicy,
  after: AgentPolicy,
): ErrorDetail[] {
  if (live === null || isCoveredLanguage(live.language)) return [];
  const startsRecording = after.recording.enabled && !before.recording.enabled;
  const liftsMasks = before.recording.redact_sensitive_fields && !after.recording.redact_sensitive_fields;
  return [
    ...(startsRecording ? [refusal("/recording/enabled")] : []),
    ...(liftsMasks ? [refusal("/recording/redact_sensitive_fields")] : []),
  ];
}
