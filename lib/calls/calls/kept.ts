import { concluded, type KeptTurn, type Settled, type State } from "@/lib/calls/conversation";
import { maskFairly, maskText, scrubCardText, unreadableTurns, wordsOf } from "@/lib/masking";
import { indexer, type Sealer } from "@/lib/platform/crypto";
import { ownTurn } from "@/lib/platform/own-turn";
import { type Facts, knownBy, runningFacts, sensitiveOf } from "./facts";
import { maskMetadata, presentTurns } from "./present";
import { type FullRow, openJson, placeOf, sealJson, type TranscriptDocument } from "./row";
import type { UsedProviders } from "./used";
import { spansInValues } from "./variables";

/** Words of one transcript that the index keeps: an hour of talk has fewer different ones. */
const MAX_WORDS = 5_000;

/** The keyed hashes of the masked transcript's words: masked whatever `redact` says, as an index cannot be masked later. */
export async function searchWords(
  workspaceId: string,
  doc: TranscriptDocument,
  facts: Facts,
): Promise<number[]> {
  const { word } = await indexer(workspaceId);
  const shown = await maskFairly(workspaceId, () => presentTurns(doc, facts, true), "always");
  const texts = shown
    // An announcement stands in every call: nobody finds one by its words.
    .filter(({ role }) => role !== "tool" && role !== "system")
    .map((turn) => turn.text ?? "");
  return [...new Set(wordsOf(texts.join("\n")).slice(0, MAX_WORDS).map(word))];
}

/** Where an agent keeps neither recording nor transcript, the outcome's tag alone is kept of a call. */
const NOTHING = {
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

async function keptOf(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer,
  turns: readonly KeptTurn[],
  { values, spans, conclusion }: Settled,
) {
  const definitions = row.config.variables.map(({ name, type, description, choices }) => ({
    name,
    type,
    description,
    choices,
  }));
  const unreadable = unreadableTurns(turns, row.config.language);
  const doc: TranscriptDocument = { turns: [...turns], spans, unreadable };
  const facts = runningFacts(row, values);
  await ownTurn();
  const mask = <T>(work: () => T): Promise<T> => maskFairly(workspaceId, work, "always");
  const mixed = spans === null ? undefined : await mask(() => spansInValues(turns, values, definitions));
  // Its writer has read masks alone; a card that it made up would be kept all the same.
  const scrubbed = scrubCardText(conclusion.summary);
  const summary = await mask(() => maskText(scrubbed, values, facts.masked, definitions));
  const given = openJson(sealer, row.id, "metadata", row.metadata, {});
  const metadata = await mask(() => maskMetadata(given, facts));
  await ownTurn();
  const words = await searchWords(workspaceId, doc, facts);
  await ownTurn();
  return {
    variables: sealJson(sealer, row.id, "variables", { values, mixed, definitions, read: spans !== null }),
    transcript: sealJson(sealer, row.id, "transcript", doc),
    summary: sealer.seal(placeOf(row.id, "summary"), summary),
    metadata: sealJson(sealer, row.id, "metadata", metadata),
    words,
  };
}

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

function latencies(turns: readonly KeptTurn[]) {
  const sorted = turns
    .flatMap((t) => (t.latency_ms === undefined ? [] : [Math.round(t.latency_ms)]))
    .sort((a, b) => a - b);
  return {
    turn_p50_ms: percentile(sorted, 0.5),
    turn_p95_ms: percentile(sorted, 0.95),
    turn_latencies: sorted,
  };
}

/** What lib/data/analytics counts of a conversation besides: turns of each side. */
function counted(turns: readonly KeptTurn[]) {
  const of = (role: KeptTurn["role"]) => turns.filter((turn) => turn.role === role).length;
  return { caller_turns: of("caller"), agent_turns: of("agent") };
}

/**
 * What becomes of the row of a call that nobody answered: what was known beforehand, and the system's own outcome.
 * Without a sealer (its key is destroyed) the outcome alone.
 */
export async function unansweredFields(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer | undefined,
  outcome: string,
) {
  const values = sealer === undefined ? {} : knownBy(row, sealer);
  const settled: Settled = { values, spans: [], conclusion: { outcome, summary: "", successful: false } };
  const kept =
    sealer !== undefined && row.policy.transcript.enabled
      ? await keptOf(workspaceId, row, sealer, [], settled)
      : NOTHING;
  return {
    ...kept,
    transcript: null,
    summary: null,
    outcome_tag: outcome,
    outcome_successful: false,
    pinned_sensitive: [...sensitiveOf(row)],
    redact: row.policy.recording.redact_sensitive_fields,
  };
}

/** How a conversation ended. `refusedRecording`: the caller did not want to be recorded. */
type Ended = { state: State; turns: readonly KeptTurn[]; refusedRecording: boolean };

/** What becomes of a call's row when it is settled. */
export async function settledFields(
  workspaceId: string,
  row: FullRow,
  sealer: Sealer,
  { state, turns, refusedRecording }: Ended,
  read: Settled,
  used: UsedProviders,
) {
  const { endReason, optOut } = state;
  const conclusion = concluded(read.conclusion, { endReason, optOut, refusedRecording });
  const settled: Settled = { ...read, conclusion };
  const kept = row.policy.transcript.enabled
    ? await keptOf(workspaceId, row, sealer, turns, settled)
    : NOTHING;
  return {
    ...kept,
    ...latencies(turns),
    ...counted(turns),
    ...used,
    outcome_tag: conclusion.outcome,
    outcome_successful: conclusion.successful,
    pinned_sensitive: [...sensitiveOf(row)],
    redact: row.policy.recording.redact_sensitive_fields,
  };
}
