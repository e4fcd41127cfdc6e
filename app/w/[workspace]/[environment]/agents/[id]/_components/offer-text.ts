import type { Model, TranscriberOffer, Voice } from "@/lib/agents/models/schema";
import type { Translator } from "@/messages/translator";

type Offer = Pick<Model | TranscriberOffer | Voice, "id" | "description">;

/** Keys of the catalog by the IDs of the product's models, voices and transcribers. */
const BUILTIN_KEYS = {
  "builtin:rehearsal": "rehearsal",
  "builtin:slt": "slt",
  "builtin:rms": "rms",
  "builtin:awb": "awb",
  "builtin:grammar": "grammar",
} as const;

const builtinKeyOf = (id: string) =>
  Object.hasOwn(BUILTIN_KEYS, id) ? BUILTIN_KEYS[id as keyof typeof BUILTIN_KEYS] : undefined;

/** The description of a built-in model, voice or transcriber. One that this page does not have is in the server's words. */
export function offerText(t: Translator<"agents.offer">, { id, description }: Offer): string {
  const key = builtinKeyOf(id);
  return key === undefined ? description : t(key);
}
