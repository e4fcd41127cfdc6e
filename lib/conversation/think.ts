import type { JSONSchema7, LanguageModelV3 } from "@ai-sdk/provider";
import { jsonSchema, streamText, type ToolSet, tool } from "ai";
import { historyOf } from "./history";
import { engineTools, type ModelAgent, PARLEY, type ParleyOptions, parleyMetadata } from "./model-contract";
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

export type Thought = {
  /** Hears each piece of text as it comes. */
  onText(delta: string): void;
  signal: AbortSignal;
  /** Milliseconds since the call began. */
  now(): number;
};

/** The text that had come when a step was cut off. */
export class StepCut extends Error {
  constructor(
    readonly text: string,
    readonly startMs: number,
  ) {
    super("The step was cut off.");
    this.name = "StepCut";
  }
}

/**
 * One step of the model: streams its text, answers what it said and wants. Throws `StepCut` when the signal aborts,
 * else whatever the model failed with; the SDK makes no retry of its own, lib/models does.
 */
export async function think(
  scene: Scene,
  turns: readonly KeptTurn[],
  { onText, signal, now }: Thought,
): Promise<Said> {
  const askedMs = now();
  let firstMs: number | null = null;
  let text = "";
  let failure: unknown;
  const calls: ToolCall[] = [];
  try {
    const result = streamText({
      model: scene.model,
      system: systemPrompt(scene.agent),
      messages: historyOf(turns),
      tools: toolSet(scene),
      providerOptions: parley(scene, "converse") as never,
      abortSignal: signal,
      maxRetries: 0,
      // The SDK would print the error, and with it the prompt.
      onError: () => undefined,
    });
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") {
        firstMs ??= now();
        text += part.text;
        onText(part.text);
      }
      if (part.type === "tool-call")
        calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
      if (part.type === "error") failure = part.error;
    }
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    const meta = parleyMetadata(await result.providerMetadata);
    const startMs = firstMs ?? askedMs;
    return {
      text,
      calls,
      startMs,
      endMs: now(),
      latencyMs: firstMs === null ? null : firstMs - askedMs,
      ...(meta !== null && { asking: meta.asking, speaks: meta.speaks }),
    };
  } catch (error) {
    if (signal.aborted) throw new StepCut(text, firstMs ?? askedMs);
    throw error;
  }
}
