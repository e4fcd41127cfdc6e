import { z } from "zod";
import { AgentConfig } from "@/lib/agents/agents/schema";
import { ModelId } from "@/lib/agents/models/schema";
import { nonBlankText, Time, TimeZone, text } from "@/lib/platform/schema";
import { CaseLine } from "../lines/schema";
import { PERSONA_KEYS } from "./values";

const MAX_NAME = 200;
const MAX_LINE = 2_000;
/** Longer than any test conversation: the caller of a case hangs up afterwards. */
export const MAX_CALLER_TURNS = 60;
const MAX_INSTRUCTIONS = 10_000;
const MAX_GOAL = 1_000;
const MAX_ITEMS = 50;
const MAX_PHRASE = 300;
const MAX_QUESTION = 1_000;
const MAX_ARGUMENTS = 50;
/** Characters of a mocked answer as JSON: as many as a tool's answer may have. */
const MAX_RESULT_CHARS = 20_000;

const Identifier = nonBlankText(64);
const Phrases = z.array(nonBlankText(MAX_PHRASE)).min(1).max(MAX_ITEMS);
const Scalar = z.union([text(MAX_LINE), z.number(), z.boolean(), z.null()]);

/** Reads its lines, one after each turn of the agent, and then hangs up. */
export const ScriptedCaller = z.strictObject({
  /** The kind of caller. */
  type: z.literal("script"),
  /** Lines of the caller, in order. */
  lines: z.array(nonBlankText(MAX_LINE)).max(MAX_CALLER_TURNS),
});
/** Answers the agent's questions by rules, without a model. */
export const SimulatedCaller = z.strictObject({
  /** The kind of caller. */
  type: z.literal("simulated"),
  /** How the caller talks and behaves. */
  persona: z.enum(PERSONA_KEYS),
  /** Selects among the caller's values and phrases. The same seed gives the same caller. */
  seed: z.int().min(0).max(1_000_000).default(1),
  /** Words of the caller when the agent asks for a variable, by the variable's name. Missing ones are invented. */
  answers: z.record(Identifier, nonBlankText(MAX_LINE)).default({}),
});
/** A language model plays the caller. */
export const ModelCaller = z.strictObject({
  /** The kind of caller. */
  type: z.literal("model"),
  /** The model that plays the caller. */
  model: ModelId,
  /** Describes the caller and their behavior. */
  instructions: nonBlankText(MAX_INSTRUCTIONS),
  /** Aim of the caller. They hang up when they have it, or see that they cannot get it. */
  goal: nonBlankText(MAX_GOAL),
});
export const CaseCaller = z.discriminatedUnion("type", [ScriptedCaller, SimulatedCaller, ModelCaller]);
export type CaseCaller = z.output<typeof CaseCaller>;

/** The answer to a tool call of a case. The real tool is never called. */
export const MockedAnswer = z.strictObject({
  /** Name of the tool. */
  tool: Identifier,
  /** The call must have these arguments, among its others. Empty: any arguments. */
  arguments: z
    .record(Identifier, z.unknown())
    .refine((record) => Object.keys(record).length <= MAX_ARGUMENTS)
    .default({}),
  /** Whether the tool succeeds. */
  ok: z.boolean().default(true),
  /** Result that the model receives. */
  result: z
    .unknown()
    .refine((value) => (JSON.stringify(value) ?? "").length <= MAX_RESULT_CHARS)
    .default(null),
});
export type MockedAnswer = z.output<typeof MockedAnswer>;

/** The outcome of the conversation. */
export const OutcomeCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("outcome"),
  /** Tags of the outcomes that pass. */
  one_of: z.array(Identifier).min(1).max(MAX_ITEMS),
});
/** Why the conversation ended. */
export const EndReasonCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("end_reason"),
  /** Reasons that pass, as in `end_reason` of a call. */
  one_of: z.array(Identifier).min(1).max(MAX_ITEMS),
});
/** The value of a variable. */
export const VariableCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("variable"),
  /** Name of the variable. */
  name: Identifier,
  /** Its value; null: it has none. Texts are compared without case. */
  equals: Scalar,
  /** Largest difference of a number, in its unit, or of a time, in minutes, or of a date, in days. */
  tolerance: z.number().min(0).max(1_000_000).default(0),
});
/** Calls of a tool. */
export const ToolCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("tool_called"),
  /** Name of the tool. */
  tool: Identifier,
  /** Arguments that a call must have, among its others. Empty: any arguments. */
  arguments: z.record(Identifier, z.unknown()).default({}),
  /** Fewest such calls. */
  min: z.int().min(0).max(MAX_ITEMS).default(1),
  /** Most such calls. */
  max: z.int().min(0).max(MAX_ITEMS).default(MAX_ITEMS),
});
/** Words that the agent must say. */
export const AgentSaysCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("agent_says"),
  /** The agent says at least one of these in a turn. `*` stands for any words. Case does not count. */
  any_of: Phrases,
});
/** Words that the agent must not say. */
export const AgentNeverSaysCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("agent_never_says"),
  /** The agent says none of these in any turn. `*` stands for any words. Case does not count. */
  any_of: Phrases,
});
/** A question about the conversation, answered by the agent's model, which reads it masked. */
export const JudgeCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("judge"),
  /** A question about the conversation that the judge's model answers with yes or no. */
  question: nonBlankText(MAX_QUESTION),
  /** The answer that passes. */
  expected: z.boolean().default(true),
});
/** The time until the model's first words. */
export const ReplyTimeCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("reply_time"),
  /** Most milliseconds until the model's first words, at this percentile of the agent's replies. */
  max_ms: z.int().min(1).max(120_000),
  /** The percentile of the replies that counts. */
  percentile: z.union([z.literal(50), z.literal(95)]).default(95),
});
/** The length of the conversation. */
export const TurnsCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("turns"),
  /** Most turns of the agent. */
  max: z
    .int()
    .min(1)
    .max(MAX_CALLER_TURNS * 2),
});
/** The language of a side's turns. */
export const LanguageCheck = z.strictObject({
  /** The kind of check. */
  type: z.literal("language"),
  /**
   * Language tag (BCP 47), such as `en-US`, of which the language counts. A turn in another language fails the check. So does a
   * conversation without a turn that is long and clear enough to be decided.
   */
  language: AgentConfig.shape.language,
  /** The side whose turns are read. */
  speaker: z.enum(["agent", "caller"]).default("agent"),
});

export const CaseCheck = z.discriminatedUnion("type", [
  OutcomeCheck,
  EndReasonCheck,
  VariableCheck,
  ToolCheck,
  AgentSaysCheck,
  AgentNeverSaysCheck,
  JudgeCheck,
  ReplyTimeCheck,
  TurnsCheck,
  LanguageCheck,
]);
export type CaseCheck = z.output<typeof CaseCheck>;
export type CheckOf<T extends CaseCheck["type"]> = CaseCheck & { type: T };

const testCase = {
  /** Name of the case, unique within its suite. */
  name: nonBlankText(MAX_NAME),
  /** The medium that the agent takes the conversation for. */
  channel: z.enum(["chat", "sms", "phone", "web"]),
  /** The person or script that talks to the agent. */
  caller: CaseCaller,
  /**
   * The line over which the agent's transcriber hears the caller, whose words are spoken by a built-in voice. Null: the agent
   * reads the words.
   */
  line: CaseLine.nullable().default(null),
  /** When the conversation begins; null: when it runs. "Tomorrow" is relative to it. */
  starts_at: Time.nullable(),
  /** Time zone of the caller; null: that of the workspace. */
  time_zone: TimeZone.nullable(),
  /** Values that are given before the conversation. */
  variables: z.record(Identifier, Scalar),
  /** Answers of the tools. The first that fits a call answers it. A call that none fits fails the case. */
  tools: z.array(MockedAnswer).max(MAX_ITEMS),
  /** Checks after the conversation, in addition to the promises that are always checked. */
  checks: z.array(CaseCheck).max(MAX_ITEMS),
};
/** The content of a test case. */
export const TestCase = z.strictObject(testCase);
export type TestCase = z.output<typeof TestCase>;

/** Parts of the schema of a case that is sent. */
export const CASE_DEFAULTS = { channel: "chat", maxItems: MAX_ITEMS } as const;
