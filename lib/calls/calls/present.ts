import { type Conversation, isShown, type KeptTurn } from "@/lib/calls/conversation";
import { maskJson, maskText, presentTranscript, WITHHELD } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { type Facts, factsOf, needsTurns, redacts, runningFacts } from "./facts";
import { type CallRow, type FullRow, openJson, placeOf, type TranscriptDocument } from "./row";
import type { Call, CallItem, Turn } from "./schema";
import { presentVariables, type Said } from "./variables";

const NO_RECORDING: CallItem["recording"] = {
  state: "none",
  announced_at: null,
  opted_out_at: null,
  duration_ms: null,
  expires_at: null,
  trace: [],
};

/** Turns as they may be shown: by their spans, or fail closed where nobody has read them for values. */
export function presentTurns(
  { turns, spans, unreadable }: TranscriptDocument,
  { values, definitions, masked, language }: Facts,
  redact: boolean,
): Turn[] {
  const delays = new Map(turns.map((turn) => [turn.index, turn.delays]));
  return presentTranscript({
    turns,
    spans,
    settled: spans !== null,
    redact,
    sensitive: masked,
    variables: definitions,
    known: values,
    language,
    unreadable,
  })
    .filter(isShown)
    .map((turn) => {
      const measured = delays.get(turn.index);
      return measured === undefined ? turn : { ...turn, delays: measured };
    });
}

/** A note beside a conversation that nobody has read for values: as if the agent said it next. */
function unreadNotes(notes: string, turns: readonly KeptTurn[], facts: Facts): string {
  const at = { start_ms: 0, end_ms: 0, interrupted: false };
  const note: KeptTurn = { index: turns.length, role: "agent", text: notes, ...at };
  return presentTurns({ turns: [...turns, note], spans: null }, facts, true).at(-1)?.text ?? "";
}

/** `said` where it is at hand; a list has it not, so that it withholds the notes of a call that nobody has read. */
function presentNotes(notes: string, said: Said, facts: Facts): string {
  if (notes === "") return "";
  if (facts.read) return maskText(notes, facts.values, facts.masked, facts.definitions);
  return said === null ? WITHHELD : unreadNotes(notes, said(), facts);
}

type Metadata = CallItem["metadata"];

/** What the caller's own system wrote beside a call may repeat a value. */
export const maskMetadata = (metadata: Metadata, { values, since, definitions }: Facts): Metadata =>
  maskJson(metadata, values, since, definitions) as Metadata;

function presentFields(row: CallRow, sealer: Sealer | undefined, facts: Facts, said: Said): CallItem {
  const text = (field: string, box: Buffer | null) =>
    box === null || sealer === undefined ? null : sealer.openText(placeOf(row.id, field), box);
  const { values, since, definitions } = facts;
  const summary = text("summary", row.summary);
  const metadata: Metadata =
    sealer === undefined ? {} : openJson(sealer, row.id, "metadata", row.metadata, {});
  const { outcome_tag: tag } = row;
  return {
    id: row.id,
    agent_id: row.agent_id,
    agent_version: row.agent_version,
    campaign_id: row.campaign_id,
    contact_id: row.contact_id,
    environment: row.environment,
    channel: row.channel,
    direction: row.direction,
    from: text("from_number", row.from_number),
    to: text("to_number", row.to_number),
    status: row.status,
    end_reason: row.end_reason,
    reasons: row.reasons,
    purpose: row.purpose,
    settled_at: row.settled_at,
    outcome:
      tag === null
        ? null
        : {
            tag,
            summary:
              summary === null || since.size === 0 ? summary : maskText(summary, values, since, definitions),
            successful: row.outcome_successful ?? false,
          },
    variables: presentVariables(facts, said, (turns) =>
      presentTurns({ turns: [...turns], spans: null }, facts, true),
    ),
    recording: { ...NO_RECORDING, ...row.recording },
    provider_failures: row.provider_failures,
    latency: { turn_p50_ms: row.turn_p50_ms, turn_p95_ms: row.turn_p95_ms },
    tags: row.tags,
    notes: presentNotes(text("notes", row.notes) ?? "", said, facts),
    legal_hold: row.legal_hold,
    metadata: since.size === 0 ? metadata : maskMetadata(metadata, facts),
    erased_at: row.erased_at,
    created_at: row.created_at,
    started_at: row.started_at,
    answered_at: row.answered_at,
    ended_at: row.ended_at,
    duration_ms: row.duration_ms,
  };
}

/** A call as a list shows it. Without a sealer (its key is destroyed) nothing that was said comes with it. */
export const presentItem = (row: CallRow, sealer: Sealer | undefined): CallItem =>
  presentFields(row, sealer, factsOf(row, sealer), null);

/** A conversation as it may be shown while its call runs: fail closed. */
export const presentRunning = (row: FullRow, { state, turns }: Conversation): Turn[] =>
  presentTurns({ turns, spans: null }, runningFacts(row, state.values), redacts(row));

/** The transcript of a settled call. */
export const openTranscript = (row: Pick<FullRow, "id" | "transcript">, sealer: Sealer): TranscriptDocument =>
  openJson(sealer, row.id, "transcript", row.transcript, { turns: [], spans: null });

type Running = readonly KeptTurn[];
const documentOf = (row: FullRow, sealer: Sealer, running: Running): TranscriptDocument =>
  row.settled_at === null ? { turns: [...running], spans: null } : openTranscript(row, sealer);

/** One call with its transcript; `running` are the turns of a call that is not settled. */
export function presentCall(row: FullRow, sealer: Sealer | undefined, running: Running): Call {
  const facts = factsOf(row, sealer);
  if (sealer === undefined) return { ...presentFields(row, sealer, facts, () => []), transcript: [] };
  const doc = documentOf(row, sealer, running);
  return {
    ...presentFields(row, sealer, facts, () => doc.turns),
    transcript: presentTurns(doc, facts, redacts(row)),
  };
}

/**
 * A call without its transcript, of whatever was read of it; `running` are the turns of a call that is not settled. Null
 * where its transcript decides on what is shown of it, and is not at hand.
 */
export function presentBrief(row: CallRow, sealer: Sealer | undefined, running: Running): CallItem | null {
  const facts = factsOf(row, sealer);
  if (row.settled_at !== null && sealer !== undefined && needsTurns(facts)) return null;
  return presentFields(row, sealer, facts, () => running);
}

/** The same without its transcript, which is opened only where something else is masked by it. */
export const presentWithoutTranscript = (
  row: FullRow,
  sealer: Sealer | undefined,
  running: Running,
): CallItem =>
  presentFields(row, sealer, factsOf(row, sealer), () =>
    sealer === undefined ? [] : documentOf(row, sealer, running).turns,
  );
