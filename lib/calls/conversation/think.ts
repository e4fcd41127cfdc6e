import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { ModelError } from "@/lib/agents/models";
import type { Values } from "@/lib/masking";
import { MAX_AGENT_CHARS } from "@/lib/platform/turn-limits";
import { insteadOf } from "./engine-phrases";
import { historyOf, userMessage } from "./history";
import {
  engineTools,
  OPT_OUT,
  PARLEY,
  type ParleyOptions,
  parleyMetadata,
  SILENCE_MESSAGE,
} from "./model-contract";
import { systemPrompt } from "./prompt";
import type { Scene } from "./scene";
import type { KeptTurn, Said, ToolCall } from "./state";

/** The engine's options for one request. */
export const parley = (scene: Scene, task: ParleyOptions["task"]) => ({
  [PARLEY]: { task, agent: scene.agent, known: scene.known, now: scene.startedAt, time_zone: scene.timeZone },
});

/** The engine runs them itself, as each is a turn that must be kept first. */
const toolsOf = ({ agent, tools }: Scene): LanguageModelV3FunctionTool[] => [
  ...tools
    // The engine gives it to every conversation itself.
    .filter(({ name }) => name !== OPT_OUT)
    .map(({ name, description, parameters }) => ({
      type: "function" as const,
      name,
      description: description ?? name,
      inputSchema: parameters,
    })),
  ...engineTools(agent),
];

/** What the model reads: its instructions, the conversation, and, where the caller does not answer, that they do not. */
function promptOf(
  { agent, channel = "chat", startedAt, timeZone }: Scene,
  turns: readonly KeptTurn[],
  { now, silent, values }: Thought,
): LanguageModelV3Prompt {
  const at = new Date(Date.parse(startedAt) + now()).toISOString();
  return [
    { role: "system", content: systemPrompt(agent, { channel, now: at, timeZone, values }) },
    ...historyOf(turns),
    ...(silent ? [userMessage(SILENCE_MESSAGE)] : []),
  ];
}

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
  /** What is known by now, by the agent's variables. */
  values: Values;
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

/** What a model gave a tool; what is no JSON goes on as it is, and is refused like every argument of the wrong shape. */
function inputOf(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text, (name, value: unknown) => (name === "__proto__" ? undefined : value));
  } catch {
    return text;
  }
}

/**
 * The parts of a model's answer. It is asked by the interface that all models here have, and not by the AI SDK's
 * `streamText`: that checks the whole history anew in each step and passes each word through ten streams, which takes
 * several times as long as the built-in model itself, for each turn of each call.
 */
async function* partsOf(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV3StreamPart> {
  const reader = (await model.doStream({ ...options, abortSignal: signal })).stream.getReader();
  // A model that does not heed the signal is not waited for.
  const leave = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", leave, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

type Finish = Extract<LanguageModelV3StreamPart, { type: "finish" }>;

/** Gathers the parts of an answer. Throws where it is none. */
function gathering({ onText, now, mustSpeak }: Thought) {
  const answer = { text: "", firstMs: null as number | null, calls: [] as ToolCall[] };
  let finish: Finish | undefined;
  const say = (delta: string) => {
    if (delta === "") return;
    answer.firstMs ??= now();
    const fitting = delta.slice(0, MAX_AGENT_CHARS - answer.text.length);
    answer.text += fitting;
    onText(fitting);
    if (answer.text.length >= MAX_AGENT_CHARS) throw new ModelError("invalid_answer");
  };
  return {
    answer,
    take(part: LanguageModelV3StreamPart): void {
      if (part.type === "error") throw part.error;
      if (part.type === "finish") finish = part;
      if (part.type === "text-delta") say(part.delta);
      // A model that calls a tool where it was to speak has nothing to say: its call is left out.
      if (part.type === "tool-call" && !mustSpeak)
        answer.calls.push({ id: part.toolCallId, name: part.toolName, arguments: inputOf(part.input) });
    },
    /** What the model says about its answer. */
    meta() {
      if (finish === undefined) throw new ModelError("invalid_answer");
      return parleyMetadata(finish.providerMetadata);
    },
  };
}

/**
 * One step of the model: streams its text, answers what it said and wants. Throws `StepBroken` when the signal aborts
 * or the model fails; lib/agents/models retries. An answer without words is replaced by a sentence of the engine's.
 */
export async function think(scene: Scene, turns: readonly KeptTurn[], thought: Thought): Promise<Said> {
  const { signal, now, mustSpeak } = thought;
  const askedMs = now();
  const { answer, take, meta: told } = gathering(thought);
  try {
    signal.throwIfAborted();
    const options: LanguageModelV3CallOptions = {
      prompt: promptOf(scene, turns, thought),
      tools: toolsOf(scene),
      toolChoice: { type: mustSpeak ? "none" : "auto" },
      providerOptions: parley(scene, "converse") as never,
    };
    for await (const part of partsOf(scene.model, options, signal)) {
      take(part);
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
    const meta = told();
    const { text, calls, firstMs } = answer;
    if (text.trim() === "" && calls.length === 0) throw new ModelError("empty_answer");
    return {
      text,
      calls: withOwnIds(calls, turns),
      startMs: firstMs ?? askedMs,
      endMs: now(),
      latencyMs: firstMs === null ? null : firstMs - askedMs,
      ...(meta !== null && { asking: meta.asking, speaks: meta.speaks }),
      ...(meta?.expects !== undefined && { expects: meta.expects }),
    };
  } catch (error) {
    const instead = signal.aborted || answer.text !== "" ? null : insteadOf(error, scene.agent, turns);
    if (instead !== null) {
      thought.onText(instead);
      return { text: instead, calls: [], startMs: now(), endMs: now(), latencyMs: now() - askedMs };
    }
    throw new StepBroken(answer.text, answer.firstMs ?? askedMs, signal.aborted ? undefined : error);
  }
}
