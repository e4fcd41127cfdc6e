import type { z } from "zod";
import type { CaseCheck, TestCase } from "@/lib/suites/cases/schema";
import type { CaseLine } from "@/lib/suites/lines/schema";
import type { Suite, TestCaseInput } from "@/lib/suites/suites/schema";
import { findBadPair, formatPairs, formatScalar, linesOf, parsePairs, parseScalar } from "./pairs";

export type CallerType = TestCase["caller"]["type"];
export type CheckType = CaseCheck["type"];

/** A check as it is typed: the fields of all kinds, so that a change of the kind keeps them. */
export type CheckValues = {
  key: string;
  type: CheckType;
  one_of: string;
  any_of: string;
  name: string;
  equals: string;
  tolerance: number | string;
  tool: string;
  arguments: string;
  min: number | string;
  max: number | string;
  question: string;
  expected: boolean;
  max_ms: number | string;
  percentile: "50" | "95";
  language: string;
  speaker: "agent" | "caller";
};
/** How the agent hears a caller as it is typed: `text` without a line. */
export type LineValues = { codec: "text" | CaseLine["codec"]; noise: CaseLine["noise"]; snr_db: "20" | "10" };
export type ToolValues = { key: string; tool: string; arguments: string; ok: boolean; result: string };
/** A case as it is typed. Its fields have the paths of the API's. */
export type CaseValues = {
  key: string;
  name: string;
  channel: TestCase["channel"];
  caller: {
    type: CallerType;
    lines: string;
    persona: string;
    seed: number | string;
    answers: string;
    model: string;
    instructions: string;
    goal: string;
  };
  line: LineValues;
  starts_at: string;
  time_zone: string;
  variables: string;
  tools: ToolValues[];
  checks: CheckValues[];
};
export type SuiteValues = {
  name: string;
  required: boolean;
  repetitions: number | string;
  min_pass_percent: number | string;
  cases: CaseValues[];
};

type CaseInput = z.input<typeof TestCaseInput>;
const MAX_CALLS = 50;
const JSON_INDENT = 2;

let keys = 0;
/** A key for a row of the form. */
export const newKey = (): string => `row${++keys}`;

/** A new check of a kind. */
export const newCheck = (type: CheckType = "outcome"): CheckValues => ({
  key: newKey(),
  type,
  one_of: "",
  any_of: "",
  name: "",
  equals: "",
  tolerance: 0,
  tool: "",
  arguments: "{}",
  min: 1,
  max: type === "turns" ? 20 : MAX_CALLS,
  question: "",
  expected: true,
  max_ms: 2_000,
  percentile: "95",
  language: "",
  speaker: "agent",
});

export const newTool = (): ToolValues => ({
  key: newKey(),
  tool: "",
  arguments: "{}",
  ok: true,
  result: "null",
});

const writeJson = (value: unknown): string => JSON.stringify(value, null, JSON_INDENT) ?? "null";

function checkValues(check: CaseCheck): CheckValues {
  const values = newCheck(check.type);
  if ("one_of" in check) return { ...values, one_of: check.one_of.join("\n") };
  if ("any_of" in check) return { ...values, any_of: check.any_of.join("\n") };
  if (check.type === "variable")
    return { ...values, ...check, equals: check.equals === null ? "" : formatScalar(check.equals) };
  if (check.type === "tool_called") return { ...values, ...check, arguments: writeJson(check.arguments) };
  if (check.type === "reply_time")
    return { ...values, ...check, percentile: check.percentile === 50 ? "50" : "95" };
  return { ...values, ...check };
}

const lineValues = (line: CaseLine | null): LineValues => ({
  codec: line?.codec ?? "text",
  noise: line?.noise ?? "none",
  snr_db: line?.snr_db === 10 ? "10" : "20",
});

/** The values of the form for a case. */
export function caseValues({ caller, line, variables, tools, checks, ...fields }: TestCase): CaseValues {
  return {
    ...fields,
    key: newKey(),
    starts_at: fields.starts_at ?? "",
    time_zone: fields.time_zone ?? "",
    caller: {
      type: caller.type,
      lines:
        caller.type === "script" ? caller.lines.map((line) => line.replaceAll("\n", " ")).join("\n") : "",
      persona: caller.type === "simulated" ? caller.persona : "nora",
      seed: caller.type === "simulated" ? caller.seed : 1,
      answers: caller.type === "simulated" ? formatPairs(caller.answers) : "",
      model: caller.type === "model" ? caller.model : "",
      instructions: caller.type === "model" ? caller.instructions : "",
      goal: caller.type === "model" ? caller.goal : "",
    },
    line: lineValues(line),
    variables: formatPairs(variables),
    tools: tools.map((tool) => ({
      key: newKey(),
      tool: tool.tool,
      arguments: writeJson(tool.arguments),
      ok: tool.ok,
      result: writeJson(tool.result),
    })),
    checks: checks.map(checkValues),
  };
}

const EMPTY_CASE: TestCase = {
  name: "",
  channel: "chat",
  caller: { type: "script", lines: [] },
  line: null,
  starts_at: null,
  time_zone: null,
  variables: {},
  tools: [],
  checks: [],
};
export const newCase = (fields: Partial<TestCase> = {}): CaseValues =>
  caseValues({ ...EMPTY_CASE, ...fields });

/** The values of the form for a suite; without one, those of a new suite. */
export const suiteValues = (suite: Suite | null, added: readonly TestCase[] = []): SuiteValues => ({
  name: suite?.name ?? "",
  required: suite?.required ?? false,
  repetitions: suite?.repetitions ?? 1,
  min_pass_percent: suite?.min_pass_percent ?? 100,
  cases: [...(suite?.cases ?? []), ...added].map(caseValues),
});

/** Parses JSON; text that is not JSON stays text, which the form reports. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function callerBody(caller: CaseValues["caller"]): unknown {
  const { type, lines, persona, seed, answers, model, instructions, goal } = caller;
  if (type === "script") return { type, lines: linesOf(lines) };
  if (type === "model") return { type, model: model.trim(), instructions, goal };
  const words = Object.entries(parsePairs(answers)).map(([name, value]) => [name, String(value)]);
  return { type, persona, seed, answers: Object.fromEntries(words) };
}

function checkBody(check: CheckValues): unknown {
  const { type } = check;
  switch (type) {
    case "outcome":
    case "end_reason":
      return { type, one_of: linesOf(check.one_of) };
    case "agent_says":
    case "agent_never_says":
      return { type, any_of: linesOf(check.any_of) };
    case "variable": {
      const equals = check.equals.trim() === "" ? null : parseScalar(check.equals.trim());
      return { type, name: check.name.trim(), equals, tolerance: check.tolerance };
    }
    case "tool_called":
      return {
        type,
        tool: check.tool.trim(),
        arguments: readJson(check.arguments),
        min: check.min,
        max: check.max,
      };
    case "judge":
      return { type, question: check.question, expected: check.expected };
    case "reply_time":
      return { type, max_ms: check.max_ms, percentile: Number(check.percentile) };
    case "language":
      return { type, language: check.language.trim(), speaker: check.speaker };
    default:
      return { type, max: check.max };
  }
}

const lineBody = ({ codec, noise, snr_db }: LineValues): unknown =>
  codec === "text" ? null : { codec, noise, snr_db: Number(snr_db) };

/** The body of a case. */
export const caseBody = (values: CaseValues): CaseInput =>
  ({
    name: values.name.trim(),
    channel: values.channel,
    caller: callerBody(values.caller),
    line: lineBody(values.line),
    starts_at: values.starts_at.trim() === "" ? null : values.starts_at.trim(),
    time_zone: values.time_zone.trim() === "" ? null : values.time_zone.trim(),
    variables: parsePairs(values.variables),
    tools: values.tools.map((tool) => ({
      tool: tool.tool.trim(),
      arguments: readJson(tool.arguments),
      ok: tool.ok,
      result: readJson(tool.result),
    })),
    checks: values.checks.map(checkBody),
  }) as CaseInput;

/** The body of a suite, without its agent. */
export const suiteBody = (values: SuiteValues) => ({
  name: values.name.trim(),
  required: values.required,
  repetitions: values.repetitions as number,
  min_pass_percent: values.min_pass_percent as number,
  cases: values.cases.map(caseBody),
});

/** Problems of typed text that the body does not show. */
export type TextProblem =
  | { path: string; kind: "notJson" }
  | { path: string; kind: "notPairs"; line: number };

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Finds lines without an equals sign, and fields that are not JSON. */
export function findTextProblems({ cases }: SuiteValues): TextProblem[] {
  const json = (path: string, text: string): TextProblem[] =>
    isJson(text) ? [] : [{ path, kind: "notJson" }];
  const pairs = (path: string, text: string): TextProblem[] => {
    const line = findBadPair(text);
    return line === null ? [] : [{ path, kind: "notPairs", line }];
  };
  return cases.flatMap(({ caller, variables, tools, checks }, at) => [
    ...(caller.type === "simulated" ? pairs(`cases.${at}.caller.answers`, caller.answers) : []),
    ...pairs(`cases.${at}.variables`, variables),
    ...tools.flatMap((tool, n) => [
      ...json(`cases.${at}.tools.${n}.arguments`, tool.arguments),
      ...json(`cases.${at}.tools.${n}.result`, tool.result),
    ]),
    ...checks.flatMap((check, n) =>
      check.type === "tool_called" ? json(`cases.${at}.checks.${n}.arguments`, check.arguments) : [],
    ),
  ]);
}

const LEAVES: ReadonlySet<string> = new Set([
  "lines",
  "answers",
  "variables",
  "arguments",
  "result",
  "one_of",
  "any_of",
]);

/** The form's field of a problem: a list that is typed as one text has one field. */
export function fieldOfProblem(path: string): string {
  const parts = path.split(".");
  const at = parts.findIndex((part, n) => n > 1 && LEAVES.has(part));
  return at < 0 ? path : parts.slice(0, at + 1).join(".");
}
