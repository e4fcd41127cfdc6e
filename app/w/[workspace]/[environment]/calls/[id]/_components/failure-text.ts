import type { ProviderFailureNote } from "@/lib/calls/calls/schema";
import { MAX_PROVIDER_FAILURES } from "@/lib/calls/calls/values";
import type { Translator } from "@/messages/translator";

/** The texts of a provider failure: the part that failed, the failure and its fallback. */
export const failureText = (t: Translator<"calls">, { provider, part, kind }: ProviderFailureNote) => ({
  label: t(`providers.${part}`),
  failure: t(`providerFailure.${kind}`, { provider }),
  fallback: t(`providers.${part}Fallback`),
});

/** Whether the list is full, so that later failures are missing. */
export const isFull = (failures: readonly ProviderFailureNote[]): boolean =>
  failures.length >= MAX_PROVIDER_FAILURES;
