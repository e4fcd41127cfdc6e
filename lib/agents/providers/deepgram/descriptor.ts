import { z } from "zod";
import {
  API_KEY_FIELD,
  ApiKey,
  BaseUrl,
  ModelNames,
  retentionField,
  ZeroRetention,
} from "../credential-parts";
import { describeProvider } from "../descriptor";

const URL = "https://api.deepgram.com";

/**
 * Transcribes with Deepgram. `<name>:<model>` is an agent's transcriber. Deepgram accepts the instruction to keep
 * nothing from every account (`listenUrl`); a claim for another server of its protocol needs a check.
 */
export const deepgram = describeProvider({
  kind: "deepgram",
  service: "speech",
  label: "Deepgram",
  choice: "Deepgram (transcriber)",
  suggestedName: "deepgram",
  credential: z.strictObject({
    kind: z.literal("deepgram"),
    api_key: ApiKey,
    models: ModelNames.min(1).default(["nova-3"]),
    base_url: BaseUrl.default(URL),
    zero_retention: ZeroRetention,
  }),
  secretFields: ["api_key"],
  form: [
    API_KEY_FIELD,
    {
      input: "lines",
      name: "models",
      label: "Models",
      description: "One per line, such as nova-3 or flux-general-en. Defaults to nova-3.",
    },
    {
      input: "note",
      text: "Each request tells Deepgram not to store the data or train models with it (mip_opt_out=true). Deepgram may charge a higher price for such requests.",
    },
    retentionField("Applies immediately. Every request already contains the instruction."),
  ],
  publicUrl: URL,
  subprocessor: "Deepgram",
  retention: {
    basisOf: ({ base_url: url }) => (url === URL ? "request" : "unconfirmed"),
    instructionOf: () =>
      "Each request contains mip_opt_out=true, so that Deepgram does not store the data or train models with it.",
  },
});
