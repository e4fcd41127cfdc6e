import { z } from "zod";
import {
  API_KEY_FIELD,
  ApiKey,
  BaseUrl,
  ProviderName,
  ProviderVoices,
  retentionField,
  voiceFields,
  ZeroRetention,
} from "../credential-parts";
import { describeProvider } from "../descriptor";

const URL = "https://api.elevenlabs.io";

/**
 * Speaks with ElevenLabs. `<name>:<voice>` is an agent's voice, spoken by the model `voice_model`. ElevenLabs
 * accepts the instruction to keep nothing only from enterprise accounts, so a claim needs a check.
 */
export const elevenlabs = describeProvider({
  kind: "elevenlabs",
  service: "speech",
  credential: z.strictObject({
    kind: z.literal("elevenlabs"),
    api_key: ApiKey,
    /** The voices that agents can use, each by the provider's ID, or by its ID and a name. */
    voices: ProviderVoices.min(1),
    /** The provider's name of the model that speaks. */
    voice_model: ProviderName.default("eleven_flash_v2_5"),
    base_url: BaseUrl.default(URL),
    zero_retention: ZeroRetention,
  }),
  secretFields: ["api_key"],
  form: [
    API_KEY_FIELD,
    ...voiceFields("21m00Tcm4TlvDq8ikWAM Rachel", true),
    retentionField("zeroRetentionElevenlabs"),
  ],
  publicUrl: URL,
  subprocessor: "ElevenLabs",
  retention: {
    basisOf: () => "unconfirmed",
    hasInstruction: ({ claimed }) => claimed,
  },
});
