import { z } from "zod";
import type { ConversationState, StoredTurn } from "@/lib/calls/conversation";
import type { MaskVariable, Span, Values } from "@/lib/masking";
import { isRecord } from "@/lib/platform/is-record";
import { storedDocument } from "@/lib/platform/stored-document";
import {
  hasFields,
  isAbsentOr,
  isFlag,
  isInteger,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isRecordOf,
  isText,
  storedShape,
} from "@/lib/platform/stored-shape";
import type { CallItem } from "./schema";

// Sealed JSON of a call. Objects are loose: fields of newer code pass through them, and are stored again.

const isValue = (value: unknown): boolean =>
  value === null || isText(value) || isNumber(value) || isFlag(value);
/** Whether these are values by variable name. A variable can have any name. */
export const isValues = isRecordOf(isValue) as (stored: unknown) => stored is Values;

const isMask = hasFields({ masked: (value) => value === true });
/** Whether this is metadata. Settling replaces values of sensitive variables in it with masks. */
export const isMetadata = isRecordOf((value) => isValue(value) || isMask(value)) as (
  stored: unknown,
) => stored is CallItem["metadata"];

const Milliseconds = z.number();
const Turn = z.looseObject({
  index: z.int(),
  role: z.enum(["caller", "agent", "human", "tool", "system"]),
  text: z.string().nullable(),
  start_ms: Milliseconds,
  end_ms: Milliseconds,
  interrupted: z.boolean(),
});
/** A turn of a call in progress. */
export const turnDocument = storedDocument<StoredTurn>({
  name: "turn",
  schema: Turn as z.ZodType<StoredTurn>,
});

const ToolCall = z.looseObject({ id: z.string(), name: z.string(), arguments: z.unknown() });
const State = z.looseObject({
  phase: z.enum(["new", "thinking", "listening", "ended"]),
  nextIndex: z.int(),
  step: z.int(),
  round: z.int(),
  pending: z.array(ToolCall),
  values: z.custom<Values>(isValues),
  outcome: z.string().nullable(),
  ending: z.string().nullable(),
  endReason: z.string().nullable(),
});
/** The state of a conversation in progress. */
export const stateDocument = storedDocument<ConversationState>({
  name: "conversation state",
  schema: State as unknown as z.ZodType<ConversationState>,
});

const isRole = isOneOf(Turn.shape.role.options);
/** Names its fields, as a lookup by name slows the read of a call, which can have 200 turns. */
const isTurn = (value: unknown): boolean =>
  isRecord(value) &&
  isInteger(value.index) &&
  isRole(value.role) &&
  (value.text === null || isText(value.text)) &&
  isNumber(value.start_ms) &&
  isNumber(value.end_ms) &&
  isFlag(value.interrupted);
const isSpan = hasFields({
  turn: isInteger,
  part: isText,
  start: isInteger,
  end: isInteger,
  variable: isText,
});
/**
 * A settled call's transcript, sealed as one document. Spans are stored for every variable, so that a variable can be
 * marked sensitive later. Without spans the model has not read the transcript, and it is masked as during the call.
 * `unreadable`: indexes of the turns that masking cannot read. Absent in transcripts of earlier versions.
 */
export type TranscriptDocument = { turns: StoredTurn[]; spans: Span[] | null; unreadable?: number[] };
export const transcriptDocument = storedDocument<TranscriptDocument>({
  name: "transcript",
  schema: storedShape({
    turns: isListOf(isTurn),
    spans: isNullOr(isListOf(isSpan)),
    unreadable: isAbsentOr(isListOf(isInteger)),
  }),
});

/**
 * A settled call's values, with the definitions needed to find them in a text. `mixed`: spans of values within other
 * values; absent if they were not searched for. `unreadable`: names of the values that masking cannot read; absent in calls
 * of earlier versions. `read`: whether the transcript has spans.
 */
export type VariablesDocument = {
  values: Values;
  mixed?: Span[];
  unreadable?: readonly string[];
  definitions: MaskVariable[];
  read: boolean;
};
const VARIABLE_TYPES = ["string", "number", "boolean", "date", "time", "phone", "email", "choice"];
const isDefinition = hasFields({
  name: isText,
  type: isOneOf(VARIABLE_TYPES),
  description: isText,
  choices: isNullOr(isListOf(isText)),
});
export const variablesDocument = storedDocument<VariablesDocument>({
  name: "set of variables",
  schema: storedShape({
    values: isValues,
    mixed: isAbsentOr(isListOf(isSpan)),
    unreadable: isAbsentOr(isListOf(isText)),
    definitions: isListOf(isDefinition),
    read: isFlag,
  }),
});
