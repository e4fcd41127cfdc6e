import { z } from "zod";
import { CASE_NAMES_REPEATED } from "@/lib/platform/reasons/fields/suites";
import { id, nonBlankText, pageOf, pageQuery, Revision, Time } from "@/lib/platform/schema";
import { CASE_DEFAULTS, CaseCaller, CaseCheck, MockedAnswer, TestCase } from "../cases/schema";

const MAX_NAME = 200;
/** Cases of one suite: some are long, and a suite is edited as a whole. */
const MAX_CASES = 200;
const MAX_REPETITIONS = 20;

/** A case as it is sent: everything but the name and the caller has a default. */
export const TestCaseInput = z.strictObject({
  /** Name of the case, unique within its suite. */
  name: TestCase.shape.name,
  /** The medium that the agent takes the conversation for. */
  channel: TestCase.shape.channel.default(CASE_DEFAULTS.channel),
  /** The person or script that talks to the agent. */
  caller: CaseCaller,
  /**
   * The line over which the agent's transcriber hears the caller, whose words are spoken by a built-in voice. Null: the agent
   * reads the words.
   */
  line: TestCase.shape.line,
  /** When the conversation begins. Null: when it runs. "Tomorrow" is relative to it. */
  starts_at: TestCase.shape.starts_at.default(null),
  /** Time zone of the caller. Null: that of the workspace. */
  time_zone: TestCase.shape.time_zone.default(null),
  /** Values that are given before the conversation. */
  variables: TestCase.shape.variables.default({}),
  /** Answers of the tools. The first that fits a call answers it. A call that none fits fails the case. */
  tools: z.array(MockedAnswer).max(CASE_DEFAULTS.maxItems).default([]),
  /** Checks after the conversation, in addition to the promises that are always checked. */
  checks: z.array(CaseCheck).max(CASE_DEFAULTS.maxItems).default([]),
});

const hasUniqueNames = (cases: readonly { name: string }[]): boolean =>
  new Set(cases.map(({ name }) => name)).size === cases.length;
const Cases = z.array(TestCaseInput).min(1).max(MAX_CASES).refine(hasUniqueNames, CASE_NAMES_REPEATED);

const suite = {
  /** Name of the suite, unique among those of its agent. */
  name: nonBlankText(MAX_NAME),
  /**
   * Whether a deploy of the agent needs a passed run of this suite, with the configuration to deploy and the current cases. A
   * rollback needs one with that version.
   */
  required: z.boolean(),
  /** How often a run holds each case. Models answer differently each time. */
  repetitions: z.int().min(1).max(MAX_REPETITIONS),
  /** Share of a case's repetitions that must pass, in percent. */
  min_pass_percent: z.int().min(1).max(100),
};

export const CreateSuite = z.strictObject({
  /** The agent whose conversations the suite tests. */
  agent_id: id("agt"),
  name: suite.name,
  required: suite.required.default(false),
  repetitions: suite.repetitions.default(1),
  min_pass_percent: suite.min_pass_percent.default(100),
  /** The test cases. */
  cases: Cases,
});
export type CreateSuite = z.output<typeof CreateSuite>;

export const UpdateSuite = z.strictObject({
  name: suite.name.optional(),
  required: suite.required.optional(),
  repetitions: suite.repetitions.optional(),
  min_pass_percent: suite.min_pass_percent.optional(),
  /** The test cases. They replace the former ones. */
  cases: Cases.optional(),
});
export type UpdateSuite = z.output<typeof UpdateSuite>;

const SuiteId = id("ste");
export const SuiteParams = z.strictObject({ id: SuiteId });

const item = {
  id: SuiteId,
  /** The agent whose conversations the suite tests. */
  agent_id: id("agt"),
  ...suite,
  /** Number of cases. */
  case_count: z.int(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
};
export const SuiteItem = z.strictObject(item);
export type SuiteItem = z.output<typeof SuiteItem>;
export const SuitePage = pageOf(SuiteItem);

export const Suite = z.strictObject({
  ...item,
  /** The test cases. */
  cases: z.array(TestCase),
});
export type Suite = z.output<typeof Suite>;

export const ListSuites = z.strictObject({
  ...pageQuery,
  /** Selects the suites of an agent. */
  agent_id: id("agt").optional(),
});
export type ListSuites = z.output<typeof ListSuites>;
