import {
  applyEndFacts,
  type ConversationState,
  type Settlement,
  type StoredTurn,
} from "@/lib/calls/conversation";
import { extractSearchWords, findUnreadableTurns, maskFairly, maskText, scrubCardText } from "@/lib/masking";
import { type Sealer, workspaceIndexer } from "@/lib/platform/crypto";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { currentValuesOf, type MaskFacts, runningFacts, sensitiveOf } from "./mask-facts";
import { openMetadata } from "./open-stored";
import { maskMetadata, presentTurns } from "./present";
import { findSpansInValues } from "./present-variables";
import { callFieldRef, type FullRow, sealJson } from "./row";
import { sealTranscript } from "./sealed-transcript";
import { type TranscriptDocument, variablesDocument } from "./stored-documents";
import type { UsedProviders } from "./used-providers";

/** Maximum words of one transcript in the index: an hour of speech has fewer distinct ones. */
const MAX_WORDS = 5_000;

/** The keyed hashes of the masked transcript's words. Always masked, as an index cannot be masked later. */
export async function searchWords(
  workspaceId: string,
  doc: TranscriptDocument,
  facts: MaskFacts,
): Promise<number[]> {
  const { word } = await workspaceIndexer(workspaceId);
  const turns = await maskFairly(workspaceId, () => presentTurns(doc, facts, true), "always");
  const texts = turns
    // Announcements are in every call, so searching for them is useless.
    .filter(({ role }) => role !== "tool" && role !== "system")
    .map((turn) => turn.text ?? "");
  return [...new Set(extractSearchWords(texts.join("\n")).slice(0, MAX_WORDS).map(word))];
}

/** Fields cleared for an agent without recordings and transcripts: only the outcome's tag is kept. */
const ERASED_FIELDS = {
  variables: null,
  transcript: null,
  summary: null,
  metadata: null,
  initial_variables: null,
  notes: null,
  from_number: null,
  to_number: null,
  words: [],
};

async function buildKeptFields(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer,
  turns: readonly StoredTurn[],
  { values, spans, conclusion }: Settlement,
) {
  const definitions = row.config.variables.map(({ name, type, description, choices }) => ({
    name,
    type,
    description,
    choices,
  }));
  const unreadable = findUnreadableTurns(turns, row.config.language);
  const doc: TranscriptDocument = { turns: [...turns], spans, unreadable };
  const facts = runningFacts(row, values);
  await yieldToEventLoop();
  const mask = <T>(work: () => T): Promise<T> => maskFairly(workspaceId, work, "always");
  const mixed =
    spans === null ? undefined : await mask(() => findSpansInValues({ turns, spans }, values, definitions));
  // The model that wrote it only saw masks, but it can invent a card number, which is never stored.
  const scrubbedSummary = scrubCardText(conclusion.summary);
  const summary = await mask(() => maskText(scrubbedSummary, values, facts.masked, definitions));
  const storedMetadata = openMetadata(sealer, row);
  const metadata = await mask(() => maskMetadata(storedMetadata, facts));
  await yieldToEventLoop();
  const words = await searchWords(workspaceId, doc, facts);
  await yieldToEventLoop();
  return {
    variables: sealJson(
      sealer,
      row.id,
      "variables",
      variablesDocument.write({
        values,
        ...(mixed && { mixed }),
        unreadable: facts.unreadable,
        definitions,
        read: spans !== null,
      }),
    ),
    transcript: sealTranscript(sealer, row.id, doc),
    summary: sealer.seal(callFieldRef(row.id, "summary"), summary),
    metadata: sealJson(sealer, row.id, "metadata", metadata),
    words,
  };
}

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

function measureLatencies(turns: readonly StoredTurn[]) {
  const sorted = turns
    .flatMap((t) => (t.latency_ms === undefined ? [] : [Math.round(t.latency_ms)]))
    .sort((a, b) => a - b);
  return {
    turn_p50_ms: percentile(sorted, 0.5),
    turn_p95_ms: percentile(sorted, 0.95),
    turn_latencies: sorted,
  };
}

/** Number of turns per side, for lib/data/analytics. */
function countTurns(turns: readonly StoredTurn[]) {
  const countRole = (role: StoredTurn["role"]) => turns.filter((turn) => turn.role === role).length;
  return { caller_turns: countRole("caller"), agent_turns: countRole("agent") };
}

/**
 * Fields of an unanswered call: its initial values and the system's outcome. Without a sealer (its key is
 * destroyed), only the outcome.
 */
export async function buildUnansweredFields(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer | undefined,
  outcome: string,
) {
  const values = sealer === undefined ? {} : currentValuesOf(row, sealer);
  const settled: Settlement = { values, spans: [], conclusion: { outcome, summary: "", successful: false } };
  const keptFields =
    sealer !== undefined && row.policy.transcript.enabled
      ? await buildKeptFields(workspaceId, row, sealer, [], settled)
      : ERASED_FIELDS;
  return {
    ...keptFields,
    transcript: null,
    summary: null,
    outcome_tag: outcome,
    outcome_successful: false,
    pinned_sensitive: [...sensitiveOf(row)],
    redact: row.policy.recording.redact_sensitive_fields,
  };
}

/** The end of a conversation. `refusedRecording`: the caller declined the recording. */
type EndedConversation = {
  state: ConversationState;
  turns: readonly StoredTurn[];
  refusedRecording: boolean;
};

/** Fields of a settled call. */
export async function buildSettledFields(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer,
  { state, turns, refusedRecording }: EndedConversation,
  read: Settlement,
  used: UsedProviders,
) {
  const { endReason, optOut } = state;
  const conclusion = applyEndFacts(read.conclusion, {
    endReason,
    optOut,
    hasRefusedRecording: refusedRecording,
  });
  const settled: Settlement = { ...read, conclusion };
  const keptFields = row.policy.transcript.enabled
    ? await buildKeptFields(workspaceId, row, sealer, turns, settled)
    : ERASED_FIELDS;
  return {
    ...keptFields,
    ...measureLatencies(turns),
    ...countTurns(turns),
    ...used,
    outcome_tag: conclusion.outcome,
    outcome_successful: conclusion.successful,
    pinned_sensitive: [...sensitiveOf(row)],
    redact: row.policy.recording.redact_sensitive_fields,
  };
}
