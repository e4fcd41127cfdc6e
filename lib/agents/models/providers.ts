import type { Model } from "./schema";
import { splitId } from "./schema";

/** A provider of models and voices. `zero_retention`: it keeps nothing of what it is sent. */
export type Provider = { id: string; name: string; zero_retention: boolean; needs_credential: boolean };

/**
 * The providers that the product defines. `builtin` runs inside the product's processes and sends no data
 * out.
 */
export const PROVIDERS: readonly Provider[] = [
  { id: "builtin", name: "Built in", zero_retention: true, needs_credential: false },
  // Models that the operator has placed on this machine (lib/agents/speech-models).
  { id: "local", name: "This machine", zero_retention: true, needs_credential: false },
  // The product cannot vouch for the retention of a server that the workspace chooses.
  {
    id: "openai-compatible",
    name: "OpenAI-compatible server",
    zero_retention: false,
    needs_credential: true,
  },
];

/** Models that need no account. */
export const MODELS: readonly Model[] = [
  {
    id: "builtin:rehearsal",
    name: "Scripted test model",
    provider: "builtin",
    description:
      "For testing, without an account. It follows a script: it asks for each variable, reads the answers back and runs tools. It understands short answers, and does not follow the prompt.",
    zero_retention: true,
  },
];

/** Whether a model follows a script, so that it is for tests. */
export const isScriptedModel = (id: string): boolean => MODELS.some((model) => model.id === id);

/** The provider of a model's or voice's ID, if the product defines it. */
export const providerOf = (id: string): Provider | undefined =>
  PROVIDERS.find((provider) => provider.id === splitId(id).provider);

/**
 * Whether an ID names a model that can run. A built-in model must be listed; a provider with a credential can
 * have any model, as only its server knows its models.
 */
export function isKnownModel(id: string): boolean {
  const provider = providerOf(id);
  return provider !== undefined && (provider.needs_credential || MODELS.some((model) => model.id === id));
}
