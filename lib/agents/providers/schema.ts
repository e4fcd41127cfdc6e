import { z } from "zod";
import { basic } from "./basic/descriptor";
import { bearer } from "./bearer/descriptor";
import { cartesia } from "./cartesia/descriptor";
import { deepgram } from "./deepgram/descriptor";
import type { Carried, ProviderDescriptor, Service } from "./descriptor";
import { elevenlabs } from "./elevenlabs/descriptor";
import { header } from "./header/descriptor";
import { model } from "./model/descriptor";
import { oauth2 } from "./oauth2/descriptor";
import { openai } from "./openai/descriptor";
import { sip } from "./sip/descriptor";
import { speech } from "./speech/descriptor";
import { twilio } from "./twilio/descriptor";

export { Finding } from "./check/finding";
export type { Carried, CredentialField, CredentialNote, ProviderDescriptor, Service } from "./descriptor";
export { RetentionBasis } from "./retention-basis";
export {
  type Expectation,
  type FailureKind,
  ProviderFailure,
  type SpeechContext,
  type Synthesizer,
  type Transcriber,
  type Transcription,
  type Utterance,
} from "./speech-port";

/** Every kind of provider, in the order of the form. A new one is added here, and to ADAPTERS if it is no carrier. */
const DESCRIPTORS = [
  bearer,
  basic,
  header,
  oauth2,
  model,
  twilio,
  sip,
  deepgram,
  elevenlabs,
  cartesia,
  openai,
  speech,
] as const;

type Descriptors = typeof DESCRIPTORS;
type KindsOf<List extends readonly ProviderDescriptor[]> = {
  -readonly [Index in keyof List]: List[Index]["kind"];
};
type CredentialsOf<List extends readonly ProviderDescriptor[]> = {
  -readonly [Index in keyof List]: List[Index]["credential"];
};
/** The kinds of a service. */
export type KindOf<Use extends Service> = Extract<Descriptors[number], { service: Use }>["kind"];

export const ProviderKind = z.enum(DESCRIPTORS.map(({ kind }) => kind) as unknown as KindsOf<Descriptors>);
export type ProviderKind = z.output<typeof ProviderKind>;

/** The `credential` of `POST /integrations`. */
export const Credential = z.discriminatedUnion(
  "kind",
  DESCRIPTORS.map(({ credential }) => credential) as unknown as CredentialsOf<Descriptors>,
);
export type Credential = z.output<typeof Credential>;

/** Descriptors of all kinds, in the order of the form. */
export const PROVIDER_DESCRIPTORS: readonly ProviderDescriptor<ProviderKind>[] = DESCRIPTORS;

/** Returns the descriptor of a kind. Throws for a kind that this version does not have. */
export function descriptorOf(kind: string): ProviderDescriptor<ProviderKind> {
  const descriptor = PROVIDER_DESCRIPTORS.find((candidate) => candidate.kind === kind);
  if (descriptor === undefined) throw new Error(`This version has no provider of kind ${kind}.`);
  return descriptor;
}

/** Returns the kinds of some services. */
export const kindsOf = (...services: readonly Service[]): ProviderKind[] =>
  PROVIDER_DESCRIPTORS.filter(({ service }) => services.includes(service)).map(({ kind }) => kind);

/** Returns the kinds of carriers that carry calls, or texts. */
export const kindsThatCarry = (carried: Carried): ProviderKind[] =>
  PROVIDER_DESCRIPTORS.filter(({ carries }) => carries?.includes(carried) === true).map(({ kind }) => kind);
