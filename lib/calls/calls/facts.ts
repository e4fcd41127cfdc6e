import { sensitiveOfNewCall, sensitiveOfStoredCall } from "@/lib/agents/agents";
import type { State } from "@/lib/calls/conversation";
import type { MaskVariable, Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import {
  type CallRow,
  type FullRow,
  openJson,
  type SettledRow,
  statePlace,
  type VariablesDocument,
} from "./row";

/** What is masked in a settled call now: what was pinned, and what has been marked since. */
const maskedNow = (row: SettledRow): Set<string> =>
  new Set(sensitiveOfStoredCall(row.pinned_sensitive, row.sensitive_marks, row.created_at));

/** What is masked in a running call now. Settling pins the same. */
export const sensitiveOf = (row: CallRow): Set<string> =>
  new Set([
    ...sensitiveOfNewCall(row.config ?? { variables: [] }, row.draft ?? { variables: [] }),
    ...maskedNow(row),
  ]);

/** Masks in transcripts are lifted only where the agent says so now and said so when the call was settled. */
export const redacts = (row: FullRow): boolean =>
  row.policy.recording.redact_sensitive_fields || (row.settled_at !== null && row.redact);

/** The state of a call that is not settled. */
export const openState = (row: CallRow, sealer: Sealer): State | null =>
  row.state === null ? null : (JSON.parse(sealer.openText(statePlace(row.id), row.state)) as State);

/** All that decides how what was said comes out. */
export type Facts = {
  values: Values;
  /** Where within values others are (`spansInValues`); absent where nobody has looked. */
  mixed?: VariablesDocument["mixed"];
  definitions: readonly MaskVariable[];
  masked: ReadonlySet<string>;
  /** Of those, what is still to be masked in summary and metadata, which are stored masked when a call is settled. */
  since: ReadonlySet<string>;
  /** The call was settled by somebody who read it for values. */
  read: boolean;
  /** The language that the call's agent speaks (BCP 47); null in a list of settled calls, which shows no transcript. */
  language: string | null;
};

/** A list asks this of each row, and most calls have nothing that was marked since. */
const NONE: ReadonlySet<string> = new Set();
function markedSince(
  { pinned_sensitive: pinned }: SettledRow,
  masked: ReadonlySet<string>,
): ReadonlySet<string> {
  const since = [...masked].filter((name) => !pinned.includes(name));
  return since.length === 0 ? NONE : new Set(since);
}

/** The facts of a settled call, as it is masked now. */
export function settledFacts(row: SettledRow, sealer: Sealer | undefined): Facts {
  const none: VariablesDocument = { values: {}, mixed: [], definitions: [], read: true };
  const doc = sealer === undefined ? none : openJson(sealer, row.id, "variables", row.variables, none);
  const { values, mixed, definitions, read } = doc;
  const masked = maskedNow(row);
  const language = row.config?.language ?? null;
  return { values, mixed, definitions, masked, since: markedSince(row, masked), read, language };
}

/** The facts of a call that is not settled, with what is known by now. */
export function runningFacts(row: CallRow, values: Values): Facts {
  const masked = sensitiveOf(row);
  const definitions = row.config?.variables ?? [];
  const language = row.config?.language ?? null;
  return { values, definitions, masked, since: masked, read: false, language };
}

/** What is known by now in a call that is not settled: in its conversation, else what was given beforehand. */
export const knownBy = (row: CallRow, sealer: Sealer): Values =>
  openState(row, sealer)?.values ?? openJson(sealer, row.id, "initial_variables", row.given, {});

/** The facts of a call as it is stored now. */
export function factsOf(row: CallRow, sealer: Sealer | undefined): Facts {
  if (row.settled_at !== null) return settledFacts(row, sealer);
  return runningFacts(row, sealer === undefined ? {} : knownBy(row, sealer));
}

/** Whether values or notes are shown by what was said, as nobody has looked where in them values are. */
export const needsTurns = ({ read, mixed, masked }: Facts): boolean =>
  !read || (mixed === undefined && masked.size > 0);
