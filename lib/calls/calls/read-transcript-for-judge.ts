import type { AgentConfig } from "@/lib/agents/agents/schema";
import { maskFairly, WITHHELD } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { settledFacts } from "./mask-facts";
import { openCall } from "./open-call";
import { presentTurns } from "./present";
import type { CallItem, Turn } from "./schema";
import { openTranscript } from "./sealed-transcript";

/** A settled call as a judge reads it. */
export type CallForJudge = Pick<CallItem, "agent_id" | "agent_version" | "environment" | "created_at"> & {
  config: AgentConfig;
  /** The masked turns; empty if the call keeps no transcript. */
  turns: Pick<Turn, "role" | "text">[];
  /** Whether masking could not decide a part, which is withheld from the judge too. */
  isWithheld: boolean;
};

/**
 * Reads a settled call for a judge. The value of every variable is masked, sensitive or not, as for the model that writes the
 * summary, and also if the agent's policy lifts masks for readers. Null for a call that is not settled. Throws `not_found`.
 */
export async function readTranscriptForJudge(ctx: Ctx, id: string): Promise<CallForJudge | null> {
  const { row, sealer } = await openCall(ctx, id);
  if (row.settled_at === null) return null;
  const { agent_id, agent_version, environment, created_at, config } = row;
  const call = { agent_id, agent_version, environment, created_at, config };
  if (sealer === undefined || row.transcript === null) return { ...call, turns: [], isWithheld: false };
  const document = openTranscript(row, sealer);
  const facts = settledFacts(row, sealer);
  const masked = new Set([...facts.masked, ...facts.definitions.map(({ name }) => name)]);
  const turns = await maskFairly(
    ctx.workspaceId,
    () => presentTurns(document, { ...facts, masked }, true),
    "always",
  );
  return {
    ...call,
    turns: turns.map(({ role, text }) => ({ role, text })),
    isWithheld: document.spans === null || !facts.read || turns.every(({ text }) => text === WITHHELD),
  };
}
