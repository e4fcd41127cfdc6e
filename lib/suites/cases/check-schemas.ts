import { z } from "zod";
import { AgentConfig } from "@/lib/agents/agents/schema";
import { nonBlankText, text } from "@/lib/platform/schema";
import { Identifier, MAX_CALLER_TURNS, MAX_ITEMS, MAX_LINE } from "./limits";

const MAX_PHRASE = 300;
const MAX_QUESTION = 1_000;
const Phrases = z.array(nonBlankText(MAX_PHRASE)).min(1).max(MAX_ITEMS);
/** The value of a variable. */
export const Scalar = z.union([text(MAX_LINE), z.number(), z.boolean(), z.null()]);

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
