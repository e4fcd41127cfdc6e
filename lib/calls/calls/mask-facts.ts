import { sensitiveOfNewCall, sensitiveOfStoredCall } from "@/lib/agents/agents";
import { findUnreadableValues, type MaskVariable, type Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { NO_VARIABLES, openInitialValues, openState, openVariables } from "./open-stored";
import type { CallRow, SettledRow, ShownRow } from "./row";
import type { VariablesDocument } from "./stored-documents";

/** Variables masked in a settled call now: those pinned at settling and those marked sensitive since. */
const maskedVariablesOf = (row: SettledRow): Set<string> =>
  new Set(sensitiveOfStoredCall(row.pinned_sensitive, row.sensitive_marks, row.created_at));

/** Variables masked in a running call now. Settling pins the same set. */
export const sensitiveOf = (row: CallRow): Set<string> =>
  new Set([
    ...sensitiveOfNewCall(row.config ?? { variables: [] }, row.draft ?? { variables: [] }),
    ...maskedVariablesOf(row),
  ]);

/** Whether a transcript is masked. Masks are lifted only if the agent allows it now and allowed it at settling. */
export const shouldRedact = (row: ShownRow): boolean =>
  row.policy.recording.redact_sensitive_fields || (row.settled_at !== null && row.redact);

/** The facts that decide how a call's content is masked. */
export type MaskFacts = {
  values: Values;
  /** Spans of values within other values (`findSpansInValues`). Absent if they were not searched for. */
  mixed?: VariablesDocument["mixed"];
  /** Names of values that masking cannot read. They are masked in every call. */
  unreadable: readonly string[];
  definitions: readonly MaskVariable[];
  masked: ReadonlySet<string>;
  /** The masked variables that the stored summary and metadata do not mask yet; both are stored masked at settling. */
  maskedSinceSettling: ReadonlySet<string>;
  /** The call was settled, and a model has read it for values. */
  read: boolean;
  /** The language that the call's agent speaks (BCP 47); null in a list of settled calls, which shows no transcript. */
  language: string | null;
};

/** Shared empty set: a list needs one per row, and most calls have no later marks. */
const NO_NAMES: ReadonlySet<string> = new Set();
function markedSince(
  { pinned_sensitive: pinned }: SettledRow,
  masked: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = [...masked].filter((name) => !pinned.includes(name));
  return names.length === 0 ? NO_NAMES : new Set(names);
}

/** A list of settled calls does not read their language. */
const COVERED_LANGUAGE = "en";

/** Masking facts of a settled call, with the current marks. */
export function settledFacts(row: SettledRow, sealer: Sealer | undefined): MaskFacts {
  const doc = sealer === undefined ? NO_VARIABLES : openVariables(row, sealer);
  const { values, mixed, definitions, read, unreadable } = doc;
  const masked = maskedVariablesOf(row);
  const language = row.config?.language ?? null;
  return {
    values,
    mixed,
    unreadable: unreadable ?? findUnreadableValues(values, language ?? COVERED_LANGUAGE),
    definitions,
    masked,
    maskedSinceSettling: markedSince(row, masked),
    read,
    language,
  };
}

/** Masking facts of an unsettled call, with its current values. */
export function runningFacts(row: CallRow, values: Values): MaskFacts {
  const masked = sensitiveOf(row);
  const definitions = row.config?.variables ?? [];
  const language = row.config?.language ?? null;
  const unreadable = findUnreadableValues(values, language ?? COVERED_LANGUAGE);
  return { values, unreadable, definitions, masked, maskedSinceSettling: masked, read: false, language };
}

/** Current values of an unsettled call: from its conversation, else its initial values. */
export const currentValuesOf = (row: CallRow, sealer: Sealer): Values =>
  openState(row, sealer)?.values ?? openInitialValues(sealer, row.id, row.unsettled_variables);

/** Masking facts of a call as stored now. */
export function factsOf(row: CallRow, sealer: Sealer | undefined): MaskFacts {
  if (row.settled_at !== null) return settledFacts(row, sealer);
  return runningFacts(row, sealer === undefined ? {} : currentValuesOf(row, sealer));
}

/** Whether masking values or notes needs the turns, because no search for values in them is stored. */
export const needsTurns = ({ read, mixed, masked }: MaskFacts): boolean =>
  !read || (mixed === undefined && masked.size > 0);
