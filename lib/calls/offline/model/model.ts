import {
  InvalidArgumentError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Content,
  type LanguageModelV3GenerateResult,
  type LanguageModelV3StreamPart,
  type LanguageModelV3Usage,
} from "@ai-sdk/provider";
import {
  PARLEY,
  type ParleyMetadata,
  type ParleyOptions,
  parseParleyOptions,
} from "@/lib/calls/conversation/model-contract";
import { conclude, extract } from "./conclude";
import { replay } from "./replay";
import { reply } from "./reply";

export const REHEARSAL_PROVIDER = "builtin";
export const REHEARSAL_MODEL = "rehearsal";

type Answer = Pick<LanguageModelV3GenerateResult, "content" | "providerMetadata">;

function replyToConversation(parley: ParleyOptions, options: LanguageModelV3CallOptions, now: Date): Answer {
  const { dialog, state } = replay(parley, options, now);
  const { text, asking, speaks, expects, calls } = reply(state, dialog);
  const before = options.prompt.flatMap((m) =>
    m.role === "assistant" ? m.content.filter((p) => p.type === "tool-call") : [],
  ).length;
  const content: LanguageModelV3Content[] = calls.map(({ name, input }, i) => ({
    // Counted, not random: the same history is answered the same to the letter.
    type: "tool-call",
    toolCallId: `${name}_${before + i + 1}`,
    toolName: name,
    input: JSON.stringify(input),
  }));
  const metadata: ParleyMetadata = { asking, speaks, ...(expects !== undefined && { expects }) };
  return {
    content: text === "" ? content : [{ type: "text", text }, ...content],
    providerMetadata: { [PARLEY]: metadata },
  };
}

const json = (value: unknown): Answer => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

const TASKS: Record<
  ParleyOptions["task"],
  (parley: ParleyOptions, options: LanguageModelV3CallOptions, now: Date) => Answer
> = {
  converse: replyToConversation,
  extract: (parley, options, now) => json(extract(parley, options, now)),
  conclude: (parley, options, now) => json(conclude(parley, options, now)),
};

const count = (text: string): number => text.split(/\s+/).filter((w) => w !== "").length;

/** Words stand for tokens, as they are not billed. */
function usageOf(content: readonly LanguageModelV3Content[]): LanguageModelV3Usage {
  const wordCount = content.reduce((n, part) => n + (part.type === "text" ? count(part.text) : 1), 0);
  return {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: wordCount, text: wordCount, reasoning: 0 },
  };
}

function* partsOf(content: readonly LanguageModelV3Content[]): Generator<LanguageModelV3StreamPart> {
  for (const [i, part] of content.entries()) {
    if (part.type === "tool-call") yield part;
    if (part.type !== "text") continue;
    const id = `text_${i + 1}`;
    yield { type: "text-start", id };
    // Word by word, each with the space behind it, so that the deltas joined are the text.
    for (const delta of part.text.match(/\S+\s*|\s+/g) ?? []) yield { type: "text-delta", id, delta };
    yield { type: "text-end", id };
  }
}

/** A stream that makes each part when it is asked for, and stops with the signal's reason when it is aborted. */
function streamOf(
  result: LanguageModelV3GenerateResult,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV3StreamPart> {
  const { content, finishReason, usage, providerMetadata } = result;
  const parts = (function* (): Generator<LanguageModelV3StreamPart> {
    yield { type: "stream-start", warnings: [] };
    yield* partsOf(content);
    yield { type: "finish", finishReason, usage, ...(providerMetadata && { providerMetadata }) };
  })();
  return new ReadableStream<LanguageModelV3StreamPart>(
    {
      pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason);
        const next = parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
    },
    // Nothing is made ahead, so that an abort is felt at the next word.
    { highWaterMark: 0 },
  );
}

/**
 * `builtin:rehearsal`: a deterministic dialog policy with the interface of the real models. It stores nothing
 * between requests, as the history determines the dialog's state. `now` is used if the engine does not say
 * when the conversation began.
 */
export function rehearsalModel(deps: { now: () => Date }): LanguageModelV3 {
  const generate = (options: LanguageModelV3CallOptions): LanguageModelV3GenerateResult => {
    options.abortSignal?.throwIfAborted();
    const parley = parseParleyOptions(options.providerOptions);
    if (!parley) {
      throw new InvalidArgumentError({
        argument: "providerOptions.parley",
        message: "The built-in model needs the engine's options.",
      });
    }
    const { content, providerMetadata } = TASKS[parley.task](parley, options, deps.now());
    const tools = content.some((part) => part.type === "tool-call");
    return {
      content,
      finishReason: { unified: tools ? "tool-calls" : "stop", raw: undefined },
      usage: usageOf(content),
      warnings: [],
      ...(providerMetadata && { providerMetadata }),
    };
  };
  return {
    specificationVersion: "v3",
    provider: REHEARSAL_PROVIDER,
    modelId: REHEARSAL_MODEL,
    supportedUrls: {},
    doGenerate: async (options) => generate(options),
    doStream: async (options) => ({ stream: streamOf(generate(options), options.abortSignal) }),
  };
}
