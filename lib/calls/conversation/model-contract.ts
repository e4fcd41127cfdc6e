import type { JSONSchema7, LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { z } from "zod";
import { VariableType } from "@/lib/agents/agents/schema";

/**
 * What the engine and a language model agree on beyond the AI SDK's interface. A real provider ignores all of
 * it; the built-in model lives on it. Both sides parse what they read, as neither made it.
 */
export const PARLEY = "parley";

export const SAVE_VARIABLES = "save_variables";
export const END_CALL = "end_call";
/** In every conversation, whether or not the agent lists it. */
export const OPT_OUT = "opt_out";
export const TRANSFER_TO_HUMAN = "transfer_to_human";

/**
 * The user message with which the engine opens a conversation that the agent begins: the AI SDK refuses an empty
 * history, and many providers want a user's message first. The built-in model takes it for no utterance.
 */
export const OPENING_MESSAGE = "(The conversation begins. Greet the caller.)";

/**
 * The user message behind the history when a caller does not answer: many providers want a user's message last. It is
 * sent with that one request and stands in no transcript. No utterance either.
 */
export const SILENCE_MESSAGE = "(The caller says nothing. Ask whether they are still there, and ask again.)";

/** A caller's turn of which no word was understood. */
export const UNHEARD = "(not understood)";

/** The user message behind the history with which the engine asks for tasks `extract` and `conclude`. No utterance either. */
export const READING_MESSAGE = "(The conversation is over. Answer with the JSON object.)";

export const ModelVariable = z.object({
  name: z.string(),
  type: VariableType,
  description: z.string(),
  required: z.boolean(),
  sensitive: z.boolean(),
  choices: z.array(z.string()).nullable(),
});
/** A variable as a model sees it; the agent's `Variable` fits as it is. */
export type ModelVariable = z.infer<typeof ModelVariable>;

/** In a masked history a value is `{ "masked": true }`, so a reader must expect anything. */
const LooseValues = z.record(z.string(), z.unknown());

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
  /** Values known before the first turn (the `variables` of the call), the same in each request of one call. */
  known: LooseValues.optional(),
  /** When the conversation began, RFC 3339: what "tomorrow" is counted from. Absent: the model's clock. */
  now: z.string().optional(),
  /** IANA zone of the caller, else of the workspace; "tomorrow at 3" is meant there. Absent: UTC. */
  time_zone: z.string().optional(),
});
/** `providerOptions.parley`, with each request of the engine. */
export type ParleyOptions = z.infer<typeof ParleyOptions>;

const Speak = z.object({
  variable: z.string(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
});

export const ParleyMetadata = z.object({
  /** The variable whose value the next caller turn may hold; null: none. */
  asking: z.string().nullable(),
  /** Where the text of this step says a value: UTF-16 offsets, end exclusive, into all its text deltas joined. */
  speaks: z.array(Speak),
  /** What the answer is likely to be, where that is not the value of `asking`: yes or no to a read-back. */
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
/** `providerMetadata.parley` on the finish of each step of task `converse`. A step without text carries null and []. */
export type ParleyMetadata = z.infer<typeof ParleyMetadata>;

export const Conclusion = z.object({ outcome: z.string(), summary: z.string(), successful: z.boolean() });
/** What task `conclude` answers. */
export type Conclusion = z.infer<typeof Conclusion>;

type ByProvider = Record<string, unknown> | undefined;

/** The engine's options of one request, or null if it is not the engine that asks. */
export function parleyOptions(providerOptions: ByProvider): ParleyOptions | null {
  const read = ParleyOptions.safeParse(providerOptions?.[PARLEY]);
  return read.success ? read.data : null;
}

/** What a model says about its own answer, or null if it says nothing: masking then fails closed. */
export function parleyMetadata(providerMetadata: ByProvider): ParleyMetadata | null {
  const read = ParleyMetadata.safeParse(providerMetadata?.[PARLEY]);
  return read.success ? read.data : null;
}

const SUCCESSFUL = "completed";
const UNSUCCESSFUL = "not_completed";

type WithOutcomes = Pick<ModelAgent, "outcomes">;

/** The tags with which a call of this agent can end by the model's choice: success first, failure last. */
export function outcomeTags(agent: WithOutcomes): string[] {
  const own = agent.outcomes.map((outcome) => outcome.tag);
  if (own.length === 0) return [SUCCESSFUL, UNSUCCESSFUL];
  return own.length === 1 && own[0] !== UNSUCCESSFUL ? [...own, UNSUCCESSFUL] : own;
}

/** The tag of a call that reached its aim, or did not. */
export function outcomeFor(agent: WithOutcomes, successful: boolean): string {
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

/** JSON Schema of the normalised value of one variable. */
function valueSchema(variable: ModelVariable): JSONSchema7 {
  const schema: JSONSchema7 = { ...TYPE_SCHEMAS[variable.type], description: variable.description };
  return variable.type === "choice" && variable.choices ? { ...schema, enum: variable.choices } : schema;
}

/** JSON Schema of an object of values, each optional: what `save_variables` takes and task `extract` answers. */
export function valuesSchema(agent: Pick<ModelAgent, "variables">): JSONSchema7 {
  const properties = Object.fromEntries(agent.variables.map((v) => [v.name, valueSchema(v)]));
  return { type: "object", properties, additionalProperties: false };
}

/** The tools that the engine itself gives each conversation, beside the agent's own. */
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
