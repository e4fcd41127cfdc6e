import type { Sealer } from "@/lib/platform/crypto";
import type { CaseResult } from "../cases";
import { percentileOf } from "../cases/values";
import { type StoredConversation, sealConversation } from "./row";

type FinishedConversation = NonNullable<CaseResult["conversation"]>;

/** The parts of a conversation that are stored: masked. */
const toStored = ({ state, conclusion, maskedTurns }: FinishedConversation): StoredConversation => ({
  end_reason: state.endReason,
  outcome: conclusion.outcome,
  summary: conclusion.summary,
  transcript: maskedTurns.map(({ role, text, tool }) => ({ role, text, tool: tool?.name ?? null })),
});

/** The columns of a result. */
export function buildResult(sealer: Sealer, key: string, { failures, conversation }: CaseResult) {
  const replyMs = conversation?.replyMs ?? [];
  const percentile = (percent: 50 | 95) => (replyMs.length === 0 ? null : percentileOf(replyMs, percent));
  return {
    passed: failures.length === 0,
    failures,
    conversation: conversation === null ? null : sealConversation(sealer, key, toStored(conversation)),
    reply_p50_ms: percentile(50),
    reply_p95_ms: percentile(95),
    turns: conversation?.agentTexts.length ?? 0,
  };
}
