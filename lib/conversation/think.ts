import type { JSONSchema7, LanguageModelV3 } from "@ai-sdk/provider";
import { jsonSchema, type ModelMessage, streamText, ToolChoiceViolationError, type ToolSet, tool } from "ai";
import { ModelError } from "@/lib/models";
import { historyOf } from "./history";
import {
  engineTools,
  type ModelAgent,
  PARLEY,
  type ParleyOptions,
  parleyMetadata,
  SILENCE_MESSAGE,
} from "./model-contract";
import { systemPrompt } from "./prompt";
import type { KeptTurn, Said, ToolCall } from "./state";

/** A tool as the model is told of it. */
export type ToolOffer = { name: string; description: string; parameters: JSONSchema7 };

/** What a call gives each request to the model. */
export type Scene = {
  model: LanguageModelV3;
  agent: ModelAgent & { prompt: string };
  tools: readonly ToolOffer[];
  /** What was known before the first turn. */
  known: NonNullable<ParleyOptions["known"]>;
  /** When the call began, RFC 3339. */
  startedAt: string;
  timeZone: string;
};

/** The engine's options for one request. */
export const parley = (scene: Scene, task: ParleyOptions["task"]) => ({
  [PARLEY]: { task, agent: scene.agent, known: scene.known, now: scene.startedAt, time_zone: scene.timeZone },
});

/** Tools without `execute`: the engine runs them itself, as each is a turn that must be kept first. */
function toolSet(scene: Scene): ToolSet {
  const engine = engineTools(scene.agent).map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: inputSchema,
  }));
  return Object.fromEntries(
    [...scene.tools, ...engine].map(({ name, description, parameters }) => [
      name,
      tool({ description: description ?? name, inputSchema: jsonSchema(parameters) }),
    ]),
  );
}

/** What the model reads: the conversation, and, where the caller does not answer, that they do not. */
const messagesOf = (turns: readonly KeptTurn[], silent: boolean): ModelMessage[] =>
  silent ? [...historyOf(turns), { role: "user", content: SILENCE_MESSAGE }] : historyOf(turns);

/** Far above what anybody says in one breath; a model that goes on writing has lost the thread. */
const MAX_SAID = 10_000;

export type Thought = {
  /** Hears each piece of text as it comes. */
  onText(delta: string): void;
  signal: AbortSignal;
  /** Milliseconds since the call began. */
  now(): number;
  /** The model has called tools for long enough: this step is for words. */
  mustSpeak: boolean;
  /** The caller has said nothing since the agent last spoke. */
  silent: boolean;
};

/** A step that did not come to its end, with the text that had come by then. `cause`: the model failed; else it was cut. */
export class StepBroken extends Error {
  constructor(
    readonly text: string,
    readonly startMs: number,
    cause?: unknown,
  ) {
    super("The step was broken off.", { cause });
    this.name = "StepBroken";
  }
}

/**
 * The tool calls of a step, each with an id that no other of the conversation has: some servers begin to count anew with
 * each answer, or give none. Nine letters and digits are what the pickiest of them takes back.
 */
function withOwnIds(calls: readonly ToolCall[], turns: readonly KeptTurn[]): ToolCall[] {
  const used = new Set(turns.map(({ callId }) => callId));
  return calls.map((call, n) => {
    const free = call.id !== "" && !used.has(call.id);
    const id = free ? call.id : `t${String(turns.length + n).padStart(8, "0")}`;
    used.add(id);
    return { ...call, id };
  });
}

/**
 * One step of the model: streams its text, answers what it said and wants. Throws `StepBroken` when the signal aborts
 * or the model fails; the SDK makes no retry of its own, lib/models does.
 */
export async function think(
  scene: Scene,
  turns: readonly KeptTurn[],
  { onText, signal, now, mustSpeak, silent }: Thought,
): Promise<Said> {
  const askedMs = now();
  const tooMuch = new AbortController();
  let firstMs: number | null = null;
  let text = "";
  const calls: ToolCall[] = [];
  try {
    const result = streamText({
      model: scene.model,
      system: systemPrompt(scene.agent),
      messages: messagesOf(turns, silent),
      tools: toolSet(scene),
      toolChoice: mustSpeak ? "none" : "auto",
      providerOptions: parley(scene, "converse") as never,
      abortSignal: AbortSignal.any([signal, tooMuch.signal]),
      maxRetries: 0,
      // The SDK would print the error, and with it the prompt.
      onError: () => undefined,
    });
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") {
        firstMs ??= now();
        const delta = part.text.slice(0, MAX_SAID - text.length);
        text += delta;
        onText(delta);
        if (text.length >= MAX_SAID) tooMuch.abort(new ModelError("invalid_answer"));
      }
      if (part.type === "tool-call")
        calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
      // A model that calls a tool where it was to speak has nothing to say: its call is left out.
      if (part.type === "error" && !ToolChoiceViolationError.isInstance(part.error)) throw part.error;
      signal.throwIfAborted();
      tooMuch.signal.throwIfAborted();
    }
    signal.throwIfAborted();
    const meta = parleyMetadata(await result.providerMetadata);
    const startMs = firstMs ?? askedMs;
    return {
      text,
      calls: withOwnIds(calls, turns),
      startMs,
      endMs: now(),
      latencyMs: firstMs === null ? null : firstMs - askedMs,
      ...(meta !== null && { asking: meta.asking, speaks: meta.speaks }),
      ...(meta?.expects !== undefined && { expects: meta.expects }),
    };
  } catch (error) {
    throw new StepBroken(text, firstMs ?? askedMs, signal.aborted ? undefined : error);
  }
}
