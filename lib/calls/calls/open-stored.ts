import type { ConversationState, StoredTurn } from "@/lib/calls/conversation";
import type { Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { callFieldRef, stateFieldRef, turnFieldRef } from "./row";
import { CallItem } from "./schema";
import {
  StoredValues,
  stateDocument,
  type TranscriptDocument,
  transcriptDocument,
  turnDocument,
  type VariablesDocument,
  variablesDocument,
} from "./stored-documents";

type Sealed = Buffer | null;

const openField = (sealer: Sealer, callId: string, field: string, ciphertext: Buffer): unknown =>
  JSON.parse(sealer.openText(callFieldRef(callId, field), ciphertext));

/** Opens a turn of a call in progress. */
export const openTurn = (
  sealer: Sealer,
  callId: string,
  { index, sealed }: { index: number; sealed: Buffer },
): StoredTurn => turnDocument.read(JSON.parse(sealer.openText(turnFieldRef(callId, index), sealed)));

/** Opens the conversation state of an unsettled call. */
export const openState = (
  { id, state }: { id: string; state: Sealed },
  sealer: Sealer,
): ConversationState | null =>
  state === null ? null : stateDocument.read(JSON.parse(sealer.openText(stateFieldRef(id), state)));

/** Opens the transcript of a settled call; an empty one if it has none. */
export const openTranscript = (
  { id, transcript }: { id: string; transcript: Sealed },
  sealer: Sealer,
): TranscriptDocument =>
  transcript === null
    ? { turns: [], spans: null }
    : transcriptDocument.read(openField(sealer, id, "transcript", transcript));

/** Opens the values of a settled call; none if it has none. */
export const openVariables = (
  { id, variables }: { id: string; variables: Sealed },
  sealer: Sealer,
): VariablesDocument =>
  variables === null
    ? { values: {}, mixed: [], definitions: [], read: true }
    : variablesDocument.read(openField(sealer, id, "variables", variables));

/** Opens sealed initial values; none if there are none. */
export const openInitialValues = (sealer: Sealer, callId: string, ciphertext: Sealed): Values =>
  ciphertext === null ? {} : StoredValues.parse(openField(sealer, callId, "initial_variables", ciphertext));

/** Opens a call's metadata, the customer's own JSON object; empty if there is none. */
export const openMetadata = (
  sealer: Sealer,
  { id, metadata }: { id: string; metadata: Sealed },
): CallItem["metadata"] =>
  metadata === null ? {} : CallItem.shape.metadata.parse(openField(sealer, id, "metadata", metadata));
