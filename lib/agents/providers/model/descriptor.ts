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
  credential: z.strictObject({
    kind: z.literal("model"),
    /**
     * Address of the provider's API. Unless the operator has listed its host, it must use https and lead to
     * a public address.
     */
    base_url: BaseUrl,
    /** Key for the provider's API, printable ASCII. A server that requires none can have null. */
    api_key: OptionalApiKey.default(null),
    /**
     * The provider's names of the models, without the integration's name as a prefix. For speech providers,
     * those that transcribe.
     */
    models: ModelNames.min(1),
    /**
     * Claims that the provider keeps nothing of what it is sent. The claim counts once it has a basis: see
     * `zero_retention_basis` of the integration.
     */
    zero_retention: ZeroRetention,
    /**
     * Title and date of the agreement by which the provider keeps nothing. Required for the claim, unless
     * the operator has listed the server.
     */
    retention_agreement: RetentionAgreement,
  }),
  secretFields: ["api_key"],
  form: [
    ...SERVER_FIELDS,
    {
      input: "lines",
      name: "models",
      label: "models",
      help: "models",
      required: true,
    },
    ...SERVER_RETENTION_FIELDS,
  ],
  subprocessor: "OpenAI-compatible server",
  retention: {
    ...SERVER_RETENTION,
    hasInstruction: ({ baseUrl }) => documentsStore(baseUrl),
  },
});
