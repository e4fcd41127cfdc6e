import { z } from "zod";
import type { ConversationState, StoredTurn } from "@/lib/calls/conversation";
import type { MaskVariable, Span, Values } from "@/lib/masking";
import { storedDocument } from "@/lib/platform/stored-document";
import {
  isFlag,
  isInteger,
  isNullOr,
  isNumber,
  isOneOf,
  isText,
  storedList,
} from "@/lib/platform/stored-list";

// Sealed JSON of a call. Objects are loose: fields of newer code pass through them, and are stored again.

/** Values by variable name. A plain record: a variable can have any name. */
export const StoredValues: z.ZodType<Values> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

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
  values: StoredValues,
  outcome: z.string().nullable(),
  ending: z.string().nullable(),
  endReason: z.string().nullable(),
});
/** The state of a conversation in progress. */
export const stateDocument = storedDocument<ConversationState>({
  name: "conversation state",
  schema: State as unknown as z.ZodType<ConversationState>,
});

const StoredTurns = storedList<StoredTurn>({
  index: isInteger,
  role: isOneOf(Turn.shape.role.options),
  text: isNullOr(isText),
  start_ms: isNumber,
  end_ms: isNumber,
  interrupted: isFlag,
});
const StoredSpans = storedList<Span>({
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
const Transcript = z.looseObject({
  turns: StoredTurns,
  spans: StoredSpans.nullable(),
  unreadable: z.array(z.int()).optional(),
});
export const transcriptDocument = storedDocument<TranscriptDocument>({
  name: "transcript",
  schema: Transcript as unknown as z.ZodType<TranscriptDocument>,
});

/**
 * A settled call's values, with the definitions needed to find them in a text. `mixed`: spans of values within other
 * values; absent if they were not searched for. `read`: whether the transcript has spans.
 */
export type VariablesDocument = {
  values: Values;
  mixed?: Span[];
  definitions: MaskVariable[];
  read: boolean;
};
const VARIABLE_TYPES = ["string", "number", "boolean", "date", "time", "phone", "email", "choice"];
const Definitions = storedList<MaskVariable>({
  name: isText,
  type: isOneOf(VARIABLE_TYPES),
  description: isText,
  choices: isNullOr((choices) => Array.isArray(choices) && choices.every(isText)),
});
const Variables = z.looseObject({
  values: StoredValues,
  mixed: StoredSpans.optional(),
  definitions: Definitions,
  read: z.boolean(),
});
export const variablesDocument = storedDocument<VariablesDocument>({
  name: "set of variables",
  schema: Variables as unknown as z.ZodType<VariablesDocument>,
});
