import { toolCredentialOf } from "./accounts";
import type { ProviderAdapter } from "./adapter";
import { cartesiaAdapter } from "./cartesia/adapter";
import { toolCredentialFindings } from "./check/tool-credential";
import { deepgramAdapter } from "./deepgram/adapter";
import { elevenLabsAdapter } from "./elevenlabs/adapter";
import { modelServerAdapter } from "./model/adapter";
import { openAiAdapter } from "./openai/adapter";
import type { KindOf } from "./schema";
import { speechServerAdapter } from "./speech/adapter";

/** The credentials of HTTP tools differ only in their headers, which `toHeaderCredential` and `credentialHeaders` write. */
const toolCredentialAdapter: ProviderAdapter = {
  check: async (probe, integration) => {
    const credential = toolCredentialOf(integration);
    return { findings: credential === undefined ? [] : await toolCredentialFindings(probe, credential) };
  },
};

/** The adapters by kind. A carrier has none here: its part needs calls and numbers, and lies in lib/outreach/carriers. */
const ADAPTERS: Record<KindOf<"tools" | "model" | "speech">, ProviderAdapter> = {
  bearer: toolCredentialAdapter,
  basic: toolCredentialAdapter,
  header: toolCredentialAdapter,
  oauth2: toolCredentialAdapter,
  model: modelServerAdapter,
  deepgram: deepgramAdapter,
  elevenlabs: elevenLabsAdapter,
  cartesia: cartesiaAdapter,
  openai: openAiAdapter,
  speech: speechServerAdapter,
};

/** Returns the adapter of a kind; undefined for a carrier. */
export const adapterOf = (kind: string): ProviderAdapter | undefined =>
  Object.hasOwn(ADAPTERS, kind) ? ADAPTERS[kind as keyof typeof ADAPTERS] : undefined;
