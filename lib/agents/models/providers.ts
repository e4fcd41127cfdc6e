import type { Model } from "./schema";
import { splitId } from "./schema";

/** Who runs models and voices. `zero_retention`: it keeps nothing of what it is sent. */
export type Provider = { id: string; name: string; zero_retention: boolean; needs_credential: boolean };

/** The providers that the product knows. `builtin` runs in the product's own processes and sends nothing anywhere. */
export const PROVIDERS: readonly Provider[] = [
  { id: "builtin", name: "Built in", zero_retention: true, needs_credential: false },
  // What a server of the workspace's choice keeps is not for the product to vouch for.
  {
    id: "openai-compatible",
    name: "OpenAI-compatible server",
    zero_retention: false,
    needs_credential: true,
  },
];

/** The models that work without an account. */
export const MODELS: readonly Model[] = [
  {
    id: "builtin:rehearsal",
    name: "Rehearsal",
    provider: "builtin",
    description:
      "A fixed dialogue policy: asks for each variable, reads back, runs tools. It does not follow the prompt's wording.",
    zero_retention: true,
  },
];

/** The provider of a model's or a voice's id, if the product knows it. */
export const providerOf = (id: string): Provider | undefined =>
  PROVIDERS.find((provider) => provider.id === splitId(id).provider);

/**
 * Whether an id names a model that can be run, given its credential: for the built-in provider one of the list,
 * for a provider with a credential any name, as only its server knows which it has.
 */
export function isKnownModel(id: string): boolean {
  const provider = providerOf(id);
  return provider !== undefined && (provider.needs_credential || MODELS.some((model) => model.id === id));
}
