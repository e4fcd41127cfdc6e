import type { JSONSchema7, LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { z } from "zod";
import { VariableType } from "@/lib/agents/agents/schema";

/**
 * The contract between the engine and a language model beyond the AI SDK's interface. Real providers ignore
 * it; the built-in model depends on it. Each side parses the other's data because it is external input.
 */
export const PARLEY = "parley";

export const SAVE_VARIABLES = "save_variables";
export const END_CALL = "end_call";
/** Available in every conversation, even if the agent does not list it. */
export const OPT_OUT = "opt_out";
export const TRANSFER_TO_HUMAN = "transfer_to_human";

/**
 * The user message with which the engine opens a conversation that the agent begins. The AI SDK rejects an
 * empty history, and many providers require a user message first. The built-in model does not treat it as an
 * utterance.
 */
export const OPENING_MESSAGE = "(The conversation begins. Greet the caller.)";

/**
 * The user message after the history when a caller does not answer. Many providers require a user message
 * last. It is sent with that one request, is not in the transcript, and is not an utterance.
 */
export const SILENCE_MESSAGE = "(The caller says nothing. Ask whether they are still there, and ask again.)";

/**
 * The same after the connection broke during the caller's turn. The engine has told the caller about it.
 */
export const RECONNECTED_MESSAGE =
  "(The connection was interrupted for a moment. The caller knows. Ask your last question again.)";

/** The same after the caller talked to a member, whose connection was lost. */
export const MEMBER_LOST_MESSAGE =
  "(A person took over the call and talked to the caller. That part is not in this conversation. The person was disconnected, and the caller knows. Ask whether you can help with anything else.)";

/** The text of a caller's turn in which no word was understood. */
export const NOT_UNDERSTOOD_TEXT = "(not understood)";

/**
 * The user message after the history in the tasks `extract` and `conclude`. It is not an utterance either.
 */
export const READING_MESSAGE = "(The conversation is over. Answer with the JSON object.)";

export const ModelVariable = z.object({
  name: z.string(),
  type: VariableType,
  description: z.string(),
  required: z.boolean(),
  sensitive: z.boolean(),
  choices: z.array(z.string()).nullable(),
});
/** A variable as a model reads it. The agent's `Variable` is assignable to it. */
export type ModelVariable = z.infer<typeof ModelVariable>;

/** In a masked history a value is `{ "masked": true }`, so a value can be anything. */
const UnknownValues = z.record(z.string(), z.unknown());

export const ModelAgent = z.object({
  name: z.string().optional(),
  variables: z.array(ModelVariable),
  outcomes: z.array(z.object({ tag: z.string(), description: z.string() })),
  greeting: z.string().nullable(),
  disclosure: z.object({ enabled: z.boolean(), text: z.string() }),
  tools: z.array(z.string()),
  language: z.string(),
});
export type ModelAgent = z.infer<typeof ModelAgent>;

export const ParleyOptions = z.object({
  task: z.enum(["converse", "extract", "conclude"]),
  agent: ModelAgent,
  /**
   * Values collected before the first turn (the `variables` of the call), the same in each request of one
   * call.
   */
  known: UnknownValues.optional(),
  /**
   * Task `conclude`: the names of the variables that have a value. In the masked history an answer without a
   * value looks like one with a value.
   */
  collected: z.array(z.string()).optional(),
  /**
   * Time when the conversation began, RFC 3339. "tomorrow" is relative to it. If missing, the model's clock
   * counts.
   */
  now: z.string().optional(),
  /**
   * IANA time zone of the caller, else of the workspace, for times such as "tomorrow at 3". If missing, UTC.
   */
  time_zone: z.string().optional(),
});
/** `providerOptions.parley` of each request of the engine. */
export type ParleyOptions = z.infer<typeof ParleyOptions>;

const SpokenValue = z.object({
  variable: z.string(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
});

export const ParleyMetadata = z.object({
  /** The variable whose value the next caller turn can contain. Null if none. */
  asking: z.string().nullable(),
  /**
   * Positions of values in this step's text: UTF-16 offsets into all its text deltas joined, end exclusive.
   */
  speaks: z.array(SpokenValue),
  /**
   * The kind of the expected answer, if it is not the value of `asking`: for example yes or no to a
   * read-back.
   */
  expects: z
    .object({
      kind: z.enum([
        "yes_no",
        "digits",
        "number",
        "date",
        "time",
        "phone",
        "email",
        "choice",
        "text",
        "open",
      ]),
      choices: z.array(z.string()).optional(),
    })
    .optional(),
});
/**
 * `providerMetadata.parley` on the finish part of each step of task `converse`. A step without text has null
 * and [].
 */
export type ParleyMetadata = z.infer<typeof ParleyMetadata>;

export const Conclusion = z.object({ outcome: z.string(), summary: z.string(), successful: z.boolean() });
/** The answer to task `conclude`. */
export type Conclusion = z.infer<typeof Conclusion>;

type ProviderRecord = Record<string, unknown> | undefined;

/** Parses the engine's options of a request. Null if the request is not from the engine. */
export function parseParleyOptions(providerOptions: ProviderRecord): ParleyOptions | null {
  const read = ParleyOptions.safeParse(providerOptions?.[PARLEY]);
  return read.success ? read.data : null;
}

/** Parses a model's metadata about its own answer. Null if there is none; masking then fails closed. */
export function parseParleyMetadata(providerMetadata: ProviderRecord): ParleyMetadata | null {
  const read = ParleyMetadata.safeParse(providerMetadata?.[PARLEY]);
  return read.success ? read.data : null;
}

const SUCCESSFUL = "completed";
const UNSUCCESSFUL = "not_completed";

type OutcomeSource = Pick<ModelAgent, "outcomes">;

/** The tags with which the model can end a call of this agent: success first, failure last. */
export function outcomeTags(agent: OutcomeSource): string[] {
  const agentTags = agent.outcomes.map((outcome) => outcome.tag);
  if (agentTags.length === 0) return [SUCCESSFUL, UNSUCCESSFUL];
  return agentTags.length === 1 && agentTags[0] !== UNSUCCESSFUL ? [...agentTags, UNSUCCESSFUL] : agentTags;
}

/** The tag of a successful or unsuccessful call. */
export function outcomeFor(agent: OutcomeSource, successful: boolean): string {
  const tags = outcomeTags(agent);
  return (successful ? tags[0] : tags.at(-1)) ?? UNSUCCESSFUL;
}

const TYPE_SCHEMAS: Record<VariableType, JSONSchema7> = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  time: { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
  phone: { type: "string", pattern: "^\\+[1-9]\\d{7,14}$" },
  email: { type: "string", format: "email" },
  choice: { type: "string" },
};

/** JSON Schema of the normalized value of one variable. */
function valueSchema(variable: ModelVariable): JSONSchema7 {
  const schema: JSONSchema7 = { ...TYPE_SCHEMAS[variable.type], description: variable.description };
  return variable.type === "choice" && variable.choices ? { ...schema, enum: variable.choices } : schema;
}

/**
 * JSON Schema of an object of optional values: the input of `save_variables` and the answer to task
 * `extract`.
 */
export function valuesSchema(agent: Pick<ModelAgent, "variables">): JSONSchema7 {
  const properties = Object.fromEntries(agent.variables.map((v) => [v.name, valueSchema(v)]));
  return { type: "object", properties, additionalProperties: false };
}

/** The tools that the engine adds to each conversation, in addition to the agent's tools. */
export function engineTools(
  agent: Pick<ModelAgent, "variables" | "outcomes">,
): LanguageModelV3FunctionTool[] {
  const outcome: JSONSchema7 = {
    type: "string",
    enum: outcomeTags(agent),
    description: agent.outcomes.map((o) => `${o.tag}: ${o.description}`).join("\n"),
  };
  return [
    {
      type: "function",
      name: SAVE_VARIABLES,
      description: "Notes values as soon as the caller has given or corrected them.",
      inputSchema: valuesSchema(agent),
    },
    {
      type: "function",
      name: END_CALL,
      description: "Ends the conversation after the closing sentence.",
      inputSchema: {
        type: "object",
        properties: { outcome },
        required: ["outcome"],
        additionalProperties: false,
      },
    },
    {
      type: "function",
      name: OPT_OUT,
      description:
        "Removes the caller's number, so that they are not contacted any more. Use it as soon as they ask for that; they are told by the system.",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
    },
  ];
}
