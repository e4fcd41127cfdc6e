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
/** The model that transcribes by default. */
const MODEL = "nova-3";

/**
 * Transcribes with Deepgram. `<name>:<model>` is an agent's transcriber. Deepgram accepts the instruction to keep
 * nothing from every account (`listenUrl`); a claim for another server of its protocol needs a check.
 */
export const deepgram = describeProvider({
  kind: "deepgram",
  service: "speech",
  credential: z.strictObject({
    kind: z.literal("deepgram"),
    api_key: ApiKey,
    models: ModelNames.min(1).default([MODEL]),
    base_url: BaseUrl.default(URL),
    zero_retention: ZeroRetention,
  }),
  secretFields: ["api_key"],
  form: [
    API_KEY_FIELD,
    {
      input: "lines",
      name: "models",
      label: "models",
      help: "deepgramModels",
      values: { model: MODEL },
    },
    { input: "note", note: "deepgramOptOut" },
    retentionField("zeroRetentionDeepgram"),
  ],
  publicUrl: URL,
  subprocessor: "Deepgram",
  retention: {
    basisOf: ({ base_url: url }) => (url === URL ? "request" : "unconfirmed"),
    hasInstruction: () => true,
  },
});
