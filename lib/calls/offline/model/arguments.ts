import type { JSONSchema7, JSONSchema7Definition } from "@ai-sdk/provider";
import {
  END_CALL,
  OPT_OUT,
  SAVE_VARIABLES,
  TRANSFER_TO_HUMAN,
} from "@/lib/calls/conversation/model-contract";
import { instantOf, type Value } from "@/lib/calls/conversation/understand";
import { type DialogContext, isKnown, type State, type ToolSpec, toolOf } from "./state";

export const SCHEDULE_CALLBACK = "schedule_callback";

/** Tools that need an explicit request, even once their parameters are known. */
const ON_REQUEST: ReadonlySet<string> = new Set([
  SAVE_VARIABLES,
  END_CALL,
  TRANSFER_TO_HUMAN,
  OPT_OUT,
  "transfer_to_payment_ivr",
  "send_secure_payment_link",
]);

/** Parameter names that mean a date or time, regardless of their schema. */
const MOMENTS: ReadonlySet<string> = new Set([
  "at",
  "when",
  "datetime",
  "callbackat",
  "scheduledat",
  "scheduledfor",
  "startsat",
  "startat",
]);
/** Parameter names that mean a half of it. */
const HALVES: Readonly<Record<string, "date" | "time">> = { date: "date", day: "date", time: "time" };
const REASONS: ReadonlySet<string> = new Set(["reason", "note", "notes", "summary", "message", "source"]);

/** Names are compared without their style: `accountNumber` and `account_number` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Day and time of a call back: as the caller asked for it, else of the only variable of that type. */
export function callbackSlot(
  state: State,
  dialog: DialogContext,
): { date: string | null; time: string | null } {
  const only = (type: "date" | "time"): string | null => {
    const ownVariables = dialog.agent.variables.filter((v) => v.type === type);
    const value =
      ownVariables.length === 1 && ownVariables[0] ? state.values[ownVariables[0].name] : undefined;
    return typeof value === "string" ? value : null;
  };
  return { date: state.callback.date ?? only("date"), time: state.callback.time ?? only("time") };
}

const schemaOf = (definition: JSONSchema7Definition | undefined): JSONSchema7 =>
  typeof definition === "object" ? definition : {};

/** The value of a variable as a parameter of that type wants it. */
function fitted(value: Value, schema: JSONSchema7): Value {
  if (schema.type === "string" && typeof value !== "string") return String(value);
  const number =
    (schema.type === "number" || schema.type === "integer") && typeof value === "string"
      ? Number(value)
      : Number.NaN;
  return Number.isFinite(number) ? number : value;
}

function byVariable(
  name: string,
  schema: JSONSchema7,
  state: State,
  dialog: DialogContext,
): Value | undefined {
  const variable = dialog.agent.variables.find((v) => plain(v.name) === plain(name));
  const value = variable && isKnown(state, variable.name) ? state.values[variable.name] : undefined;
  return value === undefined ? undefined : fitted(value, schema);
}

function byMoment(name: string, schema: JSONSchema7, state: State, dialog: DialogContext): Value | undefined {
  const slot = callbackSlot(state, dialog);
  if (MOMENTS.has(plain(name)) || schema.format === "date-time") {
    return slot.date && slot.time
      ? instantOf(slot.date, slot.time, dialog.timeZone).toISOString()
      : undefined;
  }
  const half = Object.hasOwn(HALVES, plain(name)) ? HALVES[plain(name)] : undefined;
  return half ? (slot[half] ?? undefined) : undefined;
}

/** The arguments that the known values give a tool, or null while one that it requires is missing. */
export function argumentsFor(
  tool: ToolSpec,
  state: State,
  dialog: DialogContext,
): Record<string, Value> | null {
  const isOwnTool = isBuiltIn(tool.name);
  const requiredNames: string[] = tool.parameters.required ?? [];
  const argumentEntries = Object.entries(tool.parameters.properties ?? {}).flatMap(([name, definition]) => {
    const schema = schemaOf(definition);
    const reason =
      isOwnTool && requiredNames.includes(name) && REASONS.has(plain(name))
        ? dialog.script.reason
        : undefined;
    const value =
      byVariable(name, schema, state, dialog) ??
      (isOwnTool || schema.format ? byMoment(name, schema, state, dialog) : undefined) ??
      reason;
    return value === undefined ? [] : [[name, value] as const];
  });
  const args = Object.fromEntries(argumentEntries);
  return requiredNames.every((name) => Object.hasOwn(args, name)) ? args : null;
}

const isBuiltIn = (name: string): boolean => name === SCHEDULE_CALLBACK || ON_REQUEST.has(name);

/** The next of the agent's tools that can run now that all is confirmed; each runs at most once. */
export function dueTool(
  state: State,
  dialog: DialogContext,
): { name: string; input: Record<string, Value> } | null {
  for (const tool of dialog.tools) {
    if (ON_REQUEST.has(tool.name) || Object.hasOwn(state.tools, tool.name)) continue;
    const input = argumentsFor(tool, state, dialog);
    if (input) return { name: tool.name, input };
  }
  return null;
}

/** Whether a callback has a date, and its time was not asked for. */
export function callbackLacks(state: State, dialog: DialogContext): boolean {
  const tool = toolOf(dialog, SCHEDULE_CALLBACK);
  if (!tool || Object.hasOwn(state.tools, SCHEDULE_CALLBACK) || argumentsFor(tool, state, dialog))
    return false;
  const slot = callbackSlot(state, dialog);
  return slot.date !== null && slot.time === null;
}
