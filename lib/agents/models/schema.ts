import { z } from "zod";
import {
  USE_PROVIDER_AND_MODEL,
  USE_PROVIDER_AND_VOICE,
  USE_SIGNS_WITHOUT_SPACES,
} from "@/lib/platform/reasons/fields/agents";

export { documentsStore } from "./storing";

const PROVIDER = "[a-z][a-z0-9_-]{0,31}";
/**
 * A provider's names can contain slashes and colons (`meta-llama/Llama-3`, `llama3:8b`), and only visible
 * characters.
 */
const NAME = "[!-~]{1,200}";

/** `<provider>:<model>`, such as `builtin:rehearsal`. */
export const ModelId = z.string().regex(new RegExp(`^${PROVIDER}:${NAME}$`), USE_PROVIDER_AND_MODEL);

/** `<provider>:<voice_name>`, such as `builtin:slt`. */
export const VoiceId = z.string().regex(new RegExp(`^${PROVIDER}:${NAME}$`), USE_PROVIDER_AND_VOICE);

/** Splits a model's or voice's ID at its first colon; later colons belong to the name. */
export function splitId(id: string): { provider: string; name: string } {
  const colon = id.indexOf(":");
  return { provider: id.slice(0, colon), name: id.slice(colon + 1) };
}

/** The credential of an OpenAI-compatible server. The key is sent only to the base URL's origin. */
export const ModelCredential = z.strictObject({
  /**
   * Address of the API. Unless the operator has listed its host, it must use https and lead to a public
   * address.
   */
  base_url: z.url({ protocol: /^https?$/ }).max(2_000),
  /**
   * Key that the server requires, printable ASCII; null if it requires none. It is stored encrypted and
   * never shown again.
   */
  api_key: z
    .string()
    .regex(/^[!-~]{1,4000}$/, USE_SIGNS_WITHOUT_SPACES)
    .nullable(),
});
export type ModelCredential = z.output<typeof ModelCredential>;

/** A model as `GET /models` lists it. */
export const Model = z.strictObject({
  /** The value for an agent's `model`, `fallback_model` or `transcriber`, `<provider>:<model>`. */
  id: ModelId,
  /** Name for people. */
  name: z.string(),
  /** `builtin`, or the name of the integration. */
  provider: z.string(),
  /** A sentence about the model. */
  description: z.string(),
  /** Whether the provider keeps nothing of what it is sent. */
  zero_retention: z.boolean(),
});
export type Model = z.output<typeof Model>;

/** A transcriber as `GET /transcribers` lists it. */
export const TranscriberOffer = z.strictObject({
  ...Model.shape,
  /** Languages that it transcribes, as ISO 639 codes (`en`). Null: Parley does not know, and the provider decides. */
  languages: z.array(z.string()).nullable(),
  /** Whether it transcribes while the caller speaks, not only afterwards. Null: the provider decides. */
  streaming: z.boolean().nullable(),
});
export type TranscriberOffer = z.output<typeof TranscriberOffer>;

/** A voice as `GET /voices` lists it; `language` is a BCP 47 tag. */
export const Voice = z.strictObject({
  /** The value for an agent's `voice_id`, `<provider>:<voice_name>`. */
  id: VoiceId,
  /** Name for people. */
  name: z.string(),
  /** `builtin`, or the name of the integration. */
  provider: z.string(),
  /** Language of the voice, as a BCP 47 tag. */
  language: z.string(),
  /** A sentence about the voice. */
  description: z.string(),
  /** Whether the provider keeps nothing of what it is sent. */
  zero_retention: z.boolean(),
});
export type Voice = z.output<typeof Voice>;
