import type {
  JSONValue,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
} from "@ai-sdk/provider";
import {
  END_CALL,
  MEMBER_LOST_MESSAGE,
  OPENING_MESSAGE,
  PARLEY,
  type ParleyOptions,
  READING_MESSAGE,
  RECONNECTED_MESSAGE,
  SAVE_VARIABLES,
  SILENCE_MESSAGE,
} from "@/lib/calls/conversation/model-contract";
import { MAX_VALUE_CHARS } from "@/lib/calls/conversation/parse-values";
import { type Value, wallClock } from "@/lib/calls/conversation/understand";
import { begin } from "./flow";
import { scriptFor } from "./script-for";
import type { DialogContext, Event, State, ToolSpec, Values } from "./state";
import { step } from "./step";

type Message = LanguageModelV3Prompt[number];
type Part = { type: string; text?: string };

/** The engine's own messages with the role of the user. */
const STAGE_DIRECTIONS: ReadonlySet<string> = new Set([
  "",
  MEMBER_LOST_MESSAGE,
  OPENING_MESSAGE,
  READING_MESSAGE,
  RECONNECTED_MESSAGE,
  SILENCE_MESSAGE,
]);

const ASIDES = ["opt_out", "human"] as const;
/** The request in a message that the engine answers itself; undefined for other messages. */
function engineTopicOf({ providerOptions }: Message) {
  const metadata = providerOptions?.[PARLEY]?.engineTopic;
  return ASIDES.find((item) => item === metadata);
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((p) => (p.type === "text" && p.text ? [p.text] : []))
    .join(" ")
    .trim();

/** A tool's result without the marks that identify it as data. */
const dataOf = (value: JSONValue): JSONValue =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "data" in value
    ? (value.data ?? null)
    : value;

/** A tool has failed when its result is an error, or says so itself. */
function succeeded(output: LanguageModelV3ToolResultOutput): boolean {
  if (output.type === "text" || output.type === "content") return true;
  if (output.type !== "json") return false;
  const value = dataOf(output.value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  return typeof value.ok === "boolean" ? value.ok : (value.error ?? null) === null;
}

function eventsOf(message: Message): Event[] {
  const engineTopic = engineTopicOf(message);
  if (engineTopic !== undefined)
    return message.role === "user" ? [{ type: "engine_topic", wish: engineTopic }] : [];
  if (message.role === "user") {
    const text = textOf(message.content);
    // No value is longer, and the script reads every turn again for each answer.
    return STAGE_DIRECTIONS.has(text) ? [] : [{ type: "caller", text: text.slice(0, MAX_VALUE_CHARS) }];
  }
  if (message.role === "system") return [];
  return message.content.flatMap((part): Event[] => {
    if (part.type === "text") return part.text.trim() === "" ? [] : [{ type: "agent", text: part.text }];
    if (part.type === "tool-call") return [{ type: "tool_called", name: part.toolName, input: part.input }];
    if (part.type === "tool-result")
      return [{ type: "tool_answered", name: part.toolName, ok: succeeded(part.output) }];
    return [];
  });
}

/** The history as the policy reads it. */
export const eventsIn = (prompt: LanguageModelV3Prompt): Event[] => prompt.flatMap(eventsOf);

function toolsIn(options: LanguageModelV3CallOptions): ToolSpec[] {
  return (options.tools ?? []).flatMap((tool) =>
    tool.type === "function" && tool.name !== SAVE_VARIABLES && tool.name !== END_CALL
      ? [{ name: tool.name, parameters: tool.inputSchema }]
      : [],
  );
}

const isValue = (value: unknown): value is Value => ["string", "number", "boolean"].includes(typeof value);

/**
 * Values from before the conversation. An engine that passes what is known by now as well does no harm: what the
 * history itself has noted last is left to the history.
 */
function knownBefore(parley: ParleyOptions, events: readonly Event[]): Values {
  const noted = Object.assign(
    {},
    ...events.map((e) => (e.type === "tool_called" && e.name === SAVE_VARIABLES ? e.input : {})),
  );
  const before = Object.entries(parley.known ?? {}).flatMap(([name, value]) => {
    const isUnchanged = Object.hasOwn(noted, name) && JSON.stringify(noted[name]) === JSON.stringify(value);
    if (isUnchanged || value === null || value === undefined) return [];
    return [[name, isValue(value) ? value : `[${name}]`] as const];
  });
  return Object.fromEntries(before);
}

/** Replays the history: returns the dialog's context and state. */
export function replay(
  parley: ParleyOptions,
  options: LanguageModelV3CallOptions,
  clock: Date,
): { dialog: DialogContext; state: State } {
  const events = eventsIn(options.prompt);
  const at = parley.now === undefined ? Number.NaN : Date.parse(parley.now);
  const dialog: DialogContext = {
    agent: parley.agent,
    script: scriptFor(parley.agent.language),
    language: parley.agent.language,
    tools: toolsIn(options),
    initialValues: knownBefore(parley, events),
    now: wallClock(Number.isNaN(at) ? clock : new Date(at), parley.time_zone),
    timeZone: parley.time_zone,
  };
  return { dialog, state: events.reduce((state, event) => step(state, event, dialog), begin(dialog)) };
}
