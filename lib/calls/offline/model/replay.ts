import type {
  JSONValue,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
} from "@ai-sdk/provider";
import {
  END_CALL,
  OPENING_MESSAGE,
  PARLEY,
  type ParleyOptions,
  READING_MESSAGE,
  SAVE_VARIABLES,
  SILENCE_MESSAGE,
} from "@/lib/calls/conversation/model-contract";
import { type Value, wallClock } from "@/lib/calls/conversation/understand";
import { MAX_VALUE_CHARS } from "@/lib/calls/conversation/values";
import { begin } from "./flow";
import { scriptFor } from "./script-for";
import type { Event, State, ToolSpec, Values, World } from "./state";
import { step } from "./step";

type Message = LanguageModelV3Prompt[number];
type Part = { type: string; text?: string };

/** What the engine itself says in a user's place. */
const STAGE_DIRECTIONS: ReadonlySet<string> = new Set([
  "",
  OPENING_MESSAGE,
  READING_MESSAGE,
  SILENCE_MESSAGE,
]);

const ASIDES = ["opt_out", "human"] as const;
/** What a message is about that the engine answers itself; undefined for all others. */
function asideOf({ providerOptions }: Message) {
  const aside = providerOptions?.[PARLEY]?.aside;
  return ASIDES.find((one) => one === aside);
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((p) => (p.type === "text" && p.text ? [p.text] : []))
    .join(" ")
    .trim();

/** What a tool answered, out of the mark by which the engine tells models that it is data. */
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
  const aside = asideOf(message);
  if (aside !== undefined) return message.role === "user" ? [{ type: "aside", wish: aside }] : [];
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
    const here = Object.hasOwn(noted, name) && JSON.stringify(noted[name]) === JSON.stringify(value);
    if (here || value === null || value === undefined) return [];
    return [[name, isValue(value) ? value : `[${name}]`] as const];
  });
  return Object.fromEntries(before);
}

/** The dialogue as the history tells it: what it is about, and where it stands. */
export function replay(
  parley: ParleyOptions,
  options: LanguageModelV3CallOptions,
  clock: Date,
): { world: World; state: State } {
  const events = eventsIn(options.prompt);
  const at = parley.now === undefined ? Number.NaN : Date.parse(parley.now);
  const world: World = {
    agent: parley.agent,
    script: scriptFor(parley.agent.language),
    language: parley.agent.language,
    tools: toolsIn(options),
    known: knownBefore(parley, events),
    now: wallClock(Number.isNaN(at) ? clock : new Date(at), parley.time_zone),
    timeZone: parley.time_zone,
  };
  return { world, state: events.reduce((state, event) => step(state, event, world), begin(world)) };
}
