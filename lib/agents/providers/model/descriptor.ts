import { z } from "zod";
import { documentsStore } from "@/lib/agents/models/schema";
import {
  BaseUrl,
  ModelNames,
  OptionalApiKey,
  RetentionAgreement,
  SERVER_FIELDS,
  SERVER_RETENTION,
  SERVER_RETENTION_FIELDS,
  ZeroRetention,
} from "../credential-parts";
import { describeProvider } from "../descriptor";

/** A server with the OpenAI protocol. `<name>:<model>` selects one of its models. */
export const model = describeProvider({
  kind: "model",
  service: "model",
  label: "OpenAI-compatible LLM",
  choice: "OpenAI-compatible LLM",
  suggestedName: "our-models",
  credential: z.strictObject({
    kind: z.literal("model"),
    base_url: BaseUrl,
    api_key: OptionalApiKey.default(null),
    /** Model names on that server, without the integration's name as a prefix. */
    models: ModelNames.min(1),
    /** Whether its provider keeps nothing of what it is sent. */
    zero_retention: ZeroRetention,
    retention_agreement: RetentionAgreement,
  }),
  secretFields: ["api_key"],
  form: [
    ...SERVER_FIELDS,
    {
      input: "lines",
      name: "models",
      label: "Models",
      description: "The names that the server uses, one per line.",
      required: true,
    },
    ...SERVER_RETENTION_FIELDS,
  ],
  subprocessor: "OpenAI-compatible server",
  retention: {
    ...SERVER_RETENTION,
    instructionOf: ({ baseUrl }) =>
      documentsStore(baseUrl)
        ? "Each request contains store: false, so that the server does not store the conversation."
        : null,
  },
});
