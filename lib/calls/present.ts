import { sensitiveOfNewCall, sensitiveOfStoredCall } from "@/lib/agents";
import { isShown, type KeptTurn, type State } from "@/lib/conversation";
import type { Sealer } from "@/lib/crypto";
import { type MaskVariable, maskText, presentTranscript, presentValues, type Values } from "@/lib/masking";
import {
  type CallRow,
  type FullRow,
  openJson,
  placeOf,
  statePlace,
  type TranscriptDocument,
  type VariablesDocument,
} from "./row";
import type { Call, CallItem, Turn } from "./schema";

const NO_RECORDING: CallItem["recording"] = {
  state: "none",
  announced_at: null,
  opted_out_at: null,
  duration_ms: null,
  expires_at: null,
  trace: [],
};
const NOTHING: VariablesDocument = { values: {}, definitions: [] };

/** What is masked in a settled call now: what was pinned, and what has been marked since. */
const maskedNow = (row: CallRow): Set<string> =>
  new Set(sensitiveOfStoredCall(row.pinned_sensitive, row.sensitive_marks, row.created_at));

/** What is masked in a running call now. Settling pins the same. */
export const sensitiveOf = (row: FullRow): Set<string> =>
  new Set([...sensitiveOfNewCall(row.config, row.draft), ...maskedNow(row)]);

/** Masks in transcripts are lifted only where the agent says so now and said so when the call was settled. */
export const redacts = (row: CallRow): boolean =>
  row.policy.recording.redact_sensitive_fields || (row.settled_at !== null && row.redact);

function presentFields(row: CallRow, sealer: Sealer | undefined): CallItem {
  const text = (field: string, box: Buffer | null) =>
    box === null || sealer === undefined ? null : sealer.openText(placeOf(row.id, field), box);
  const doc = sealer === undefined ? NOTHING : openJson(sealer, row.id, "variables", row.variables, NOTHING);
  const masked = maskedNow(row);
  const summary = text("summary", row.summary);
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
            summary: summary && maskText(summary, doc.values, masked, doc.definitions),
            successful: row.outcome_successful ?? false,
          },
    variables: presentValues(doc.values, masked),
    recording: { ...NO_RECORDING, ...row.recording },
    latency: { turn_p50_ms: row.turn_p50_ms, turn_p95_ms: row.turn_p95_ms },
    tags: row.tags,
    notes: maskText(text("notes", row.notes) ?? "", doc.values, masked, doc.definitions),
    legal_hold: row.legal_hold,
    metadata: sealer === undefined ? {} : openJson(sealer, row.id, "metadata", row.metadata, {}),
    erased_at: row.erased_at,
    created_at: row.created_at,
    started_at: row.started_at,
    answered_at: row.answered_at,
    ended_at: row.ended_at,
    duration_ms: row.duration_ms,
  };
}

/** A call as a list shows it. Without a sealer (its key is destroyed) nothing that was said comes with it. */
export const presentItem = (row: CallRow, sealer: Sealer | undefined): CallItem => presentFields(row, sealer);

/** A running call's turns as they may be shown now: fail closed. */
export function presentLive(row: FullRow, turns: readonly KeptTurn[], known: Values): Turn[] {
  return presentTranscript({
    turns,
    spans: null,
    settled: false,
    redact: redacts(row),
    sensitive: sensitiveOf(row),
    variables: row.config.variables,
    known,
  }).filter(isShown);
}

function presentSettled(row: FullRow, sealer: Sealer): Turn[] {
  const doc = openJson<TranscriptDocument>(sealer, row.id, "transcript", row.transcript, {
    turns: [],
    spans: [],
    withheld: [],
  });
  return presentTranscript({
    ...doc,
    settled: true,
    redact: redacts(row),
    sensitive: maskedNow(row),
    variables: definitionsOf(row, sealer),
    known: {},
  }).filter(isShown);
}

const definitionsOf = (row: FullRow, sealer: Sealer): MaskVariable[] =>
  openJson(sealer, row.id, "variables", row.variables, NOTHING).definitions;

/** The state of a running call. */
export const openState = (row: FullRow, sealer: Sealer): State | null =>
  row.state === null ? null : (JSON.parse(sealer.openText(statePlace(row.id), row.state)) as State);

/** One call with its transcript: `turns` are a running call's. */
export function presentCall(row: FullRow, sealer: Sealer | undefined, turns: readonly KeptTurn[]): Call {
  const item = presentFields(row, sealer);
  if (sealer === undefined) return { ...item, transcript: [] };
  if (row.settled_at !== null) return { ...item, transcript: presentSettled(row, sealer) };
  const values = openState(row, sealer)?.values ?? {};
  return {
    ...item,
    variables: presentValues(values, sensitiveOf(row)),
    transcript: presentLive(row, turns, values),
  };
}
