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
  choice: "Deepgram, to hear callers",
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
      description: "One a line. Leave it empty for nova-3.",
    },
    {
      input: "note",
      text: "Each request tells Deepgram to keep nothing and to train nothing with it (mip_opt_out=true). Deepgram may charge a higher price for such requests.",
    },
    retentionField("Counts at once: Deepgram is told so in any case."),
  ],
  publicUrl: URL,
  subprocessor: "Deepgram",
  retention: {
    basisOf: ({ base_url: url }) => (url === URL ? "request" : "unconfirmed"),
    instructionOf: () =>
      "Each request says mip_opt_out=true: keep nothing once it is done, and train nothing with it.",
  },
});
