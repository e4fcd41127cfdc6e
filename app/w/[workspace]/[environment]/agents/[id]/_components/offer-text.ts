import type { Model, TranscriberOffer, Voice } from "@/lib/agents/models/schema";
import type { Translator } from "@/messages/translator";

type Offer = Pick<Model | TranscriberOffer | Voice, "id" | "name" | "provider" | "description"> &
  Partial<Pick<TranscriberOffer, "streaming">>;

/** Keys of the catalog by the IDs of the product's models, voices and transcribers. */
const BUILTIN_KEYS = {
  "builtin:rehearsal": "rehearsal",
  "builtin:slt": "slt",
  "builtin:rms": "rms",
  "builtin:awb": "awb",
  "builtin:grammar": "grammar",
} as const;

/** Keys of the names that a language translates. Those of voices are proper names. */
const NAME_KEYS = { "builtin:rehearsal": "rehearsal", "builtin:grammar": "grammar" } as const;

const keyOf = <Keys extends object>(keys: Keys, id: string): Keys[keyof Keys] | undefined =>
  Object.hasOwn(keys, id) ? keys[id as keyof Keys] : undefined;

/**
 * The description of a model, voice or transcriber, by its provider. A built-in one that this page does not have is in the
 * server's words.
 */
export function offerText(
  t: Translator<"agents.offer">,
  { id, provider, description, streaming }: Offer,
): string {
  const key = keyOf(BUILTIN_KEYS, id);
  if (key !== undefined) return t(key);
  if (provider === "builtin") return description;
  if (provider === "local") return t(streaming === true ? "localStreaming" : "local");
  return t("connected");
}

/** The name of a model, voice or transcriber. */
export function offerName(t: Translator<"agents">, { id, name }: Pick<Offer, "id" | "name">): string {
  const key = keyOf(NAME_KEYS, id);
  return key === undefined ? name : t(`offer.name.${key}`);
}
