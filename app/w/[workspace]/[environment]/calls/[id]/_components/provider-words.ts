import { MAX_PROVIDER_FAILURES, type ProviderFailureNote } from "@/lib/calls/calls/schema";

/** Description of a provider failure, after the provider's name. */
const DID: Readonly<Record<ProviderFailureNote["kind"], string>> = {
  timeout: "did not answer in time",
  refused: "refused the request or its key",
  unavailable: "could not be reached, or dropped the connection",
  invalid_response: "sent what nobody can read",
  rate_limited: "took no more requests for now",
  not_allowed: "may keep what it is sent, which this workspace does not allow",
  not_connected: "is not connected in the environment of this call",
};

const PARTS: Readonly<Record<ProviderFailureNote["part"], { label: string; replacement: string }>> = {
  voice: { label: "Voice", replacement: "builtin:slt said it instead" },
  transcriber: { label: "Transcriber", replacement: "the built-in transcriber heard it instead" },
};

/** A failure as it is read: at what, and what happened with what was used instead. */
export const failureWords = ({ provider, part, kind }: ProviderFailureNote) => ({
  label: PARTS[part].label,
  text: `${provider} ${DID[kind]}; ${PARTS[part].replacement}.`,
});

/** Said where there may have been more. */
export const isFull = (failures: readonly ProviderFailureNote[]): boolean =>
  failures.length >= MAX_PROVIDER_FAILURES;
