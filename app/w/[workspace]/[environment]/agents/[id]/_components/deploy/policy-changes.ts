import type { Agent } from "@/lib/agents/agents/schema";

const sensitiveOf = ({ variables }: Agent): string[] =>
  variables.filter(({ sensitive }) => sensitive).map(({ name }) => name);

/** Whether saving a live agent changed settings that apply without a deploy: its policy, or a new sensitive mark. */
export function hasPolicyChanges(before: Agent, after: Agent): boolean {
  if (before.live_version === null) return false;
  const marked = new Set(sensitiveOf(before));
  return (
    JSON.stringify([before.recording, before.transcript]) !==
      JSON.stringify([after.recording, after.transcript]) ||
    sensitiveOf(after).some((name) => !marked.has(name))
  );
}
