import { z } from "zod";
import { ModelId } from "@/lib/agents/models/schema";
import { nonBlankText, Time, TimeZone } from "@/lib/platform/schema";
import { CaseLine } from "../lines/schema";
import { CaseCheck, Scalar } from "./check-schemas";
import { Identifier, MAX_CALLER_TURNS, MAX_ITEMS, MAX_LINE } from "./limits";
import { PERSONA_KEYS } from "./values";

const MAX_NAME = 200;
const MAX_INSTRUCTIONS = 10_000;
const MAX_GOAL = 1_000;
const MAX_ARGUMENTS = 50;
/** Characters of a mocked answer as JSON: as many as a tool's answer may have. */
const MAX_RESULT_CHARS = 20_000;

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

export { CaseCheck, type CheckOf } from "./check-schemas";
export { MAX_CALLER_TURNS } from "./limits";

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
