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
import { fallbackAnswerFor } from "./engine-phrases";
import { historyOf, userMessage } from "./history";
import {
  engineTools,
  MEMBER_LOST_MESSAGE,
  OPT_OUT,
  PARLEY,
  type ParleyOptions,
  parseParleyMetadata,
  RECONNECTED_MESSAGE,
  SILENCE_MESSAGE,
} from "./model-contract";
import { systemPrompt } from "./prompt";
import type { AgentUtterance, StoredTurn, ToolCall } from "./state";
import type { TurnContext } from "./turn-context";

/** The engine's `providerOptions` of one request. `collected`: the variables with a value, for task `conclude`. */
export const engineRequestOptions = (
  context: TurnContext,
  task: ParleyOptions["task"],
  collected?: readonly string[],
) => ({
  [PARLEY]: {
    task,
    agent: context.agent,
    known: context.initialValues,
    now: context.startedAt,
    time_zone: context.timeZone,
    ...(collected !== undefined && { collected }),
  },
});

/** The engine runs the tools itself, because each call is a turn that must be stored first. */
const buildTools = ({ agent, tools }: TurnContext): LanguageModelV3FunctionTool[] => [
  ...tools
    // The engine adds this tool to every conversation itself.
    .filter(({ name }) => name !== OPT_OUT)
    .map(({ name, description, parameters }) => ({
      type: "function" as const,
      name,
      description: description ?? name,
      inputSchema: parameters,
    })),
  ...engineTools(agent),
];

/** The prompt: the instructions, the conversation, and a note if the caller does not answer or was cut off. */
function buildPrompt(
  { agent, channel = "chat", startedAt, timeZone }: TurnContext,
  turns: readonly StoredTurn[],
  { now, isCallerSilent, isReconnected, isFromMember, values }: StepFacts,
): LanguageModelV3Prompt {
  const at = new Date(Date.parse(startedAt) + now()).toISOString();
  return [
    { role: "system", content: systemPrompt(agent, { channel, now: at, timeZone, values }) },
    ...historyOf(turns),
    ...(isCallerSilent ? [userMessage(SILENCE_MESSAGE)] : []),
    ...(isReconnected ? [userMessage(RECONNECTED_MESSAGE)] : []),
    ...(isFromMember === true ? [userMessage(MEMBER_LOST_MESSAGE)] : []),
  ];
}

/** The part of a step's options that its request to the model depends on. */
export type StepFacts = {
  /** Milliseconds since the call began. */
  now(): number;
  /** The model has used tools in too many steps. This step must contain words. */
  mustSpeak: boolean;
  /** The caller has said nothing since the agent last spoke. */
  isCallerSilent: boolean;
  /** The connection broke during the caller's turn. */
  isReconnected: boolean;
  /** The caller returns from a member who took over the call. */
  isFromMember?: boolean;
  /** The values collected so far, by the agent's variables. */
  values: Values;
};

export type StepOptions = StepFacts & {
  /** Called with each piece of text as it arrives. */
  onText(delta: string): void;
  signal: AbortSignal;
};

/** Builds the request of one step to the model. */
export const createStepRequest = (
  context: TurnContext,
  turns: readonly StoredTurn[],
  facts: StepFacts,
): LanguageModelV3CallOptions => ({
  prompt: buildPrompt(context, turns, facts),
  tools: buildTools(context),
  toolChoice: { type: facts.mustSpeak ? "none" : "auto" },
  providerOptions: engineRequestOptions(context, "converse") as never,
});

/**
 * A step that did not finish, with the text until then. `cause` is set if the model failed, and missing if
 * the step was aborted.
 */
export class StepInterruptedError extends Error {
  constructor(
    readonly text: string,
    readonly startMs: number,
    cause?: unknown,
  ) {
    super("The model step was interrupted.", { cause });
    this.name = "StepInterruptedError";
  }
}

/**
 * Gives each tool call of a step an id that is unique in the conversation. Some servers restart their ids
 * with each answer, or send none. Nine letters and digits are the format that the strictest server accepts.
 */
function assignUniqueIds(calls: readonly ToolCall[], turns: readonly StoredTurn[]): ToolCall[] {
  const used = new Set(turns.map(({ callId }) => callId));
  return calls.map((call, position) => {
    const isUnique = call.id !== "" && !used.has(call.id);
    const id = isUnique ? call.id : `t${String(turns.length + position).padStart(8, "0")}`;
    used.add(id);
    return { ...call, id };
  });
}

/**
 * Parses a model's tool input. Invalid JSON is passed on as text, and rejected like any input of the wrong
 * shape.
 */
function parseToolInput(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text, (name, value: unknown) => (name === "__proto__" ? undefined : value));
  } catch {
    return text;
  }
}

/**
 * Streams the parts of a model's answer. This uses the interface that all models share instead of the AI
 * SDK's `streamText`. That function validates the whole history in each step and passes each word through ten
 * streams, which takes several times as long as the built-in model itself, for each turn of each call.
 */
async function* readStreamParts(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV3StreamPart> {
  const reader = (await model.doStream({ ...options, abortSignal: signal })).stream.getReader();
  // Do not wait for a model that ignores the signal.
  const cancel = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

type Finish = Extract<LanguageModelV3StreamPart, { type: "finish" }>;

/** Collects the parts of an answer. Throws if it is invalid. */
function createAnswerCollector({ onText, now, mustSpeak }: StepOptions) {
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
      // A tool call in a step that must contain words is dropped.
      if (part.type === "tool-call" && !mustSpeak)
        answer.calls.push({
          id: part.toolCallId,
          name: part.toolName,
          arguments: parseToolInput(part.input),
        });
    },
    /** The model's metadata about its answer. */
    readMetadata() {
      if (finish === undefined) throw new ModelError("invalid_answer");
      return parseParleyMetadata(finish.providerMetadata);
    },
  };
}

/**
 * Runs one step of the model: streams its text and returns its text and tool calls. Throws
 * `StepInterruptedError` if the signal aborts or the model fails; lib/agents/models retries. An answer
 * without words is replaced by a fixed sentence of the engine.
 */
export async function requestModelStep(
  context: TurnContext,
  turns: readonly StoredTurn[],
  stepOptions: StepOptions,
): Promise<AgentUtterance> {
  const { signal, now } = stepOptions;
  const requestedMs = now();
  const { answer, take, readMetadata } = createAnswerCollector(stepOptions);
  try {
    signal.throwIfAborted();
    const request = createStepRequest(context, turns, stepOptions);
    for await (const part of readStreamParts(context.model, request, signal)) {
      take(part);
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
    const metadata = readMetadata();
    const { text, calls, firstMs } = answer;
    if (text.trim() === "" && calls.length === 0) throw new ModelError("empty_answer");
    return {
      text,
      calls: assignUniqueIds(calls, turns),
      startMs: firstMs ?? requestedMs,
      endMs: now(),
      latencyMs: firstMs === null ? null : firstMs - requestedMs,
      ...(metadata !== null && { asking: metadata.asking, speaks: metadata.speaks }),
      ...(metadata?.expects !== undefined && { expects: metadata.expects }),
    };
  } catch (error) {
    const fallback =
      signal.aborted || answer.text !== "" ? null : fallbackAnswerFor(error, context.agent, turns);
    if (fallback !== null) {
      stepOptions.onText(fallback);
      return { text: fallback, calls: [], startMs: now(), endMs: now(), latencyMs: now() - requestedMs };
    }
    throw new StepInterruptedError(
      answer.text,
      answer.firstMs ?? requestedMs,
      signal.aborted ? undefined : error,
    );
  }
}
