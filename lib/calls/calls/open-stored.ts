import type { ConversationState, StoredTurn } from "@/lib/calls/conversation";
import type { Values } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { StoredDocumentError } from "@/lib/platform/stored-document";
import { callFieldRef, stateFieldRef, turnFieldRef } from "./row";
import type { CallItem } from "./schema";
import {
  isMetadata,
  isValues,
  stateDocument,
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

/** The values of a call that keeps none. */
export const NO_VARIABLES: VariablesDocument = {
  values: {},
  mixed: [],
  unreadable: [],
  definitions: [],
  read: true,
};

/** Opens the values of a settled call; none if it has none. */
export const openVariables = (
  { id, variables }: { id: string; variables: Sealed },
  sealer: Sealer,
): VariablesDocument =>
  variables === null ? NO_VARIABLES : variablesDocument.read(openField(sealer, id, "variables", variables));

/** Opens a sealed field that has no version. `isValid` checks it. Throws `StoredDocumentError`. */
function openRecord<T extends object>(
  sealer: Sealer,
  callId: string,
  field: string,
  { ciphertext, isValid }: { ciphertext: Sealed; isValid: (stored: unknown) => stored is T },
): T {
  const stored = ciphertext === null ? {} : openField(sealer, callId, field, ciphertext);
  if (!isValid(stored)) throw new StoredDocumentError(`The stored ${field} of a call cannot be read.`);
  return stored;
}

/** Opens sealed initial values; none if there are none. */
export const openInitialValues = (sealer: Sealer, callId: string, ciphertext: Sealed): Values =>
  openRecord(sealer, callId, "initial_variables", { ciphertext, isValid: isValues });

/** Opens a call's metadata, the customer's own JSON object; empty if there is none. */
export const openMetadata = (
  sealer: Sealer,
  { id, metadata: ciphertext }: { id: string; metadata: Sealed },
): CallItem["metadata"] => openRecord(sealer, id, "metadata", { ciphertext, isValid: isMetadata });
