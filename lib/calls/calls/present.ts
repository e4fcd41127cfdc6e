import { type Conversation, isShownTurn, type StoredTurn } from "@/lib/calls/conversation";
import { maskJson, maskText, presentTranscript, WITHHELD } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { factsOf, type MaskFacts, needsTurns, runningFacts, shouldRedact } from "./mask-facts";
import { openMetadata } from "./open-stored";
import { presentVariables, type TurnLoader } from "./present-variables";
import { type CallRow, callFieldRef, type ShownRow } from "./row";
import type { Call, CallItem, Turn } from "./schema";
import { openTranscript } from "./sealed-transcript";
import type { TranscriptDocument } from "./stored-documents";

const NO_RECORDING: CallItem["recording"] = {
  state: "none",
  announced_at: null,
  opted_out_at: null,
  duration_ms: null,
  expires_at: null,
  trace: [],
};

/**
 * Adds the fields of a turn beside its masked text. A model could put a caller's words into `asking`, so only a variable's
 * name is shown.
 */
function withMeasures(turn: Turn, stored: StoredTurn | undefined, names: ReadonlySet<string>): Turn {
  const { delays, latency_ms: latencyMs, asking } = stored ?? {};
  const isAskingShown = asking === null || (asking !== undefined && names.has(asking));
  if (delays === undefined && latencyMs === undefined && !isAskingShown) return turn;
  // A spread takes 20 times as long as a literal, and slows the parse of the response. A call can have 200 turns.
  const { index, role, text, start_ms, end_ms, interrupted, tool } = turn;
  const measured: Turn = { index, role, text, start_ms, end_ms, interrupted };
  if (tool !== undefined) measured.tool = tool;
  if (delays !== undefined) measured.delays = delays;
  if (latencyMs !== undefined) measured.latency_ms = Math.round(latencyMs);
  if (isAskingShown) measured.asks = asking;
  return measured;
}

/** Masks turns by their spans, or withholds unread ones. */
export function presentTurns(
  { turns, spans, unreadable }: TranscriptDocument,
  { values, definitions, masked, language }: MaskFacts,
  redact: boolean,
): Turn[] {
  const names = new Set(definitions.map(({ name }) => name));
  return presentTranscript({
    turns,
    spans,
    isSettled: spans !== null,
    redact,
    sensitive: masked,
    variables: definitions,
    knownValues: values,
    language,
    unreadable,
  }).flatMap((turn, n) => (isShownTurn(turn) ? [withMeasures(turn, turns[n], names)] : []));
}

const NO_TIMES = { start_ms: 0, end_ms: 0, interrupted: false };

/** Masks notes on an unread conversation as if the agent said them next. One pass masks them all. */
export function maskUnreadNotes(
  notes: readonly string[],
  turns: readonly StoredTurn[],
  facts: MaskFacts,
): string[] {
  const first = (turns.at(-1)?.index ?? -1) + 1;
  const noteTurns = notes.map(
    (text, n): StoredTurn => ({ index: first + n, role: "agent", text, ...NO_TIMES }),
  );
  const maskedTurns = presentTurns({ turns: [...turns, ...noteTurns], spans: null }, facts, true);
  const texts = new Map(maskedTurns.map(({ index, text }) => [index, text]));
  return noteTurns.map(({ index }) => texts.get(index) ?? "");
}

/** Without turns, in a list, the notes of an unread call are withheld. */
function presentNotes(notes: string, loadTurns: TurnLoader, facts: MaskFacts): string {
  if (notes === "") return "";
  if (facts.read) return maskText(notes, facts.values, facts.masked, facts.definitions);
  return loadTurns === null ? WITHHELD : (maskUnreadNotes([notes], loadTurns(), facts)[0] ?? "");
}

type Metadata = CallItem["metadata"];

/** Masks metadata, as the customer's own system can repeat a value in it. */
export const maskMetadata = (
  metadata: Metadata,
  { values, maskedSinceSettling, definitions }: MaskFacts,
): Metadata => maskJson(metadata, values, maskedSinceSettling, definitions) as Metadata;

/** Without a single price, the cost is unknown. */
const presentCost = ({ cost }: CallRow): CallItem["cost"] =>
  cost === null || (cost.total.length === 0 && !cost.is_complete) ? null : cost;

function presentFields(
  row: CallRow,
  sealer: Sealer | undefined,
  facts: MaskFacts,
  loadTurns: TurnLoader,
): CallItem {
  const text = (field: string, box: Buffer | null) =>
    box === null || sealer === undefined ? null : sealer.openText(callFieldRef(row.id, field), box);
  const { values, maskedSinceSettling, definitions } = facts;
  const summary = text("summary", row.summary);
  const metadata: Metadata = sealer === undefined ? {} : openMetadata(sealer, row);
  const { outcome_tag: tag } = row;
  return {
    id: row.id,
    agent_id: row.agent_id,
    agent_version: row.agent_version,
    traffic_split:
      row.split_id === null
        ? null
        : { id: row.split_id, arm: row.is_candidate === true ? ("candidate" as const) : ("live" as const) },
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
              summary === null || maskedSinceSettling.size === 0
                ? summary
                : maskText(summary, values, maskedSinceSettling, definitions),
            successful: row.outcome_successful ?? false,
          },
    variables: presentVariables(facts, loadTurns, (turns) =>
      presentTurns({ turns: [...turns], spans: null }, facts, true),
    ),
    recording: { ...NO_RECORDING, ...row.recording },
    caller_signature: row.caller_signature,
    provider_failures: row.provider_failures,
    latency: { turn_p50_ms: row.turn_p50_ms, turn_p95_ms: row.turn_p95_ms },
    tags: row.tags,
    notes: presentNotes(text("notes", row.notes) ?? "", loadTurns, facts),
    legal_hold: row.legal_hold,
    metadata: maskedSinceSettling.size === 0 ? metadata : maskMetadata(metadata, facts),
    erased_at: row.erased_at,
    created_at: row.created_at,
    started_at: row.started_at,
    answered_at: row.answered_at,
    ended_at: row.ended_at,
    duration_ms: row.duration_ms,
    cost: presentCost(row),
    scores: row.scores,
  };
}

/** A call as a list shows it. Without a sealer (its key is destroyed) it has no content. */
export const presentItem = (row: CallRow, sealer: Sealer | undefined): CallItem =>
  presentFields(row, sealer, factsOf(row, sealer), null);

/** Masks an active conversation, withholding what cannot be decided. */
export const presentRunning = (row: ShownRow, { state, turns }: Conversation): Turn[] =>
  presentTurns({ turns, spans: null }, runningFacts(row, state.values), shouldRedact(row));

type RunningTurns = readonly StoredTurn[];
/** The transcript of a settled call, or the turns of a running one. */
export const documentOf = (row: ShownRow, sealer: Sealer, running: RunningTurns): TranscriptDocument =>
  row.settled_at === null ? { turns: [...running], spans: null } : openTranscript(row, sealer);

/** One call with its transcript. `running` are the turns of an unsettled call. */
export function presentCall(row: ShownRow, sealer: Sealer | undefined, running: RunningTurns): Call {
  const facts = factsOf(row, sealer);
  if (sealer === undefined) return { ...presentFields(row, sealer, facts, () => []), transcript: [] };
  const doc = documentOf(row, sealer, running);
  return {
    ...presentFields(row, sealer, facts, () => doc.turns),
    transcript: presentTurns(doc, facts, shouldRedact(row)),
  };
}

/**
 * A call without its transcript. `running` are the turns of an unsettled call. Null if masking its fields
 * needs the transcript.
 */
export function presentBrief(
  row: CallRow,
  sealer: Sealer | undefined,
  running: RunningTurns,
): CallItem | null {
  const facts = factsOf(row, sealer);
  if (row.settled_at !== null && sealer !== undefined && needsTurns(facts)) return null;
  return presentFields(row, sealer, facts, () => running);
}

/** The same without its transcript, which is opened only if masking the other fields needs it. */
export const presentWithoutTranscript = (
  row: ShownRow,
  sealer: Sealer | undefined,
  running: RunningTurns,
): CallItem =>
  presentFields(row, sealer, factsOf(row, sealer), () =>
    sealer === undefined ? [] : documentOf(row, sealer, running).turns,
  );
