import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { ModelError } from "./errors";
import { countFailure } from "./typed-errors";
import { WholeAnswer } from "./whole-answer";

type Part = LanguageModelV3StreamPart;
type Parts = ReadableStream<Part>;

/** Parts that show that the model is answering. Reasoning parts do not count. */
const isToken = (part: Part): boolean =>
  (part.type === "text-delta" && part.delta.trim() !== "") ||
  part.type === "tool-input-start" ||
  part.type === "tool-call";

/** Creates a stream of `first`, followed by the results of `more` until it returns null. */
function streamOf(
  first: readonly Part[],
  more: () => Promise<Part[] | null>,
  cancel: (reason: unknown) => void,
): Parts {
  let waiting = [...first];
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        while (waiting.length === 0) {
          const next = await more();
          if (next === null) return controller.close();
          waiting = next;
        }
        const [part, ...remaining] = waiting;
        waiting = remaining;
        if (part !== undefined) controller.enqueue(part);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}

/** A started answer. `hasWords`: it contains text that the caller hears. */
export type StartedAnswer = { stream: Parts; hasWords: boolean };

/**
 * Requests a model once. Resolves with a stream of the whole answer as soon as its first whole sentence or
 * its first tool call has arrived. Rejects with a `ModelError` if there is none, so that a retry goes
 * unnoticed by the caller, and with the reason of the caller's abort. `waitMs` limits the wait for the first
 * token, and again from there to the first whole sentence.
 */
export async function attempt(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  waitMs: number,
): Promise<StartedAnswer> {
  const giveUp = new AbortController();
  const arm = () => setTimeout(() => giveUp.abort(), Math.max(1, waitMs));
  let timer = arm();
  const rearm = () => {
    clearTimeout(timer);
    timer = arm();
  };
  const signals = [giveUp.signal, ...(options.abortSignal === undefined ? [] : [options.abortSignal])];
  const abortSignal = AbortSignal.any(signals);
  try {
    const { stream } = await heeding(model.doStream({ ...options, abortSignal }), abortSignal);
    return await begin(stream, abortSignal, rearm);
  } catch (error) {
    options.abortSignal?.throwIfAborted();
    throw giveUp.signal.aborted ? countFailure(new ModelError("timeout")) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves like `work`, or rejects when the signal aborts, as not every model observes it. */
function heeding<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    const settled = () => signal.removeEventListener("abort", abort);
    work.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: unknown) => {
        settled();
        reject(error);
      },
    );
  });
}

async function begin(stream: Parts, signal: AbortSignal, answers: () => void): Promise<StartedAnswer> {
  const reader = stream.getReader();
  const answer = new WholeAnswer();
  const first: Part[] = [];
  let isAnswering = false;
  const leave = (reason: unknown) => void reader.cancel(reason).catch(() => undefined);
  try {
    while (!answer.hasBegun) {
      const { done, value } = await heeding(reader.read(), signal);
      if (done) throw new ModelError("invalid_answer");
      if (value.type === "error") throw value.error;
      if (!isAnswering && isToken(value)) {
        isAnswering = true;
        answers();
      }
      first.push(...answer.take(value));
    }
  } catch (error) {
    leave(error);
    throw error;
  }
  const isOver = first.some(({ type }) => type === "finish");
  return {
    stream: streamOf(first, isOver ? async () => null : continueAnswer(reader, answer), leave),
    hasWords: first.some(({ type }) => type === "text-delta"),
  };
}

/** Reads the remaining parts of a started answer. An error ends it after the last whole sentence. */
function continueAnswer(
  reader: ReadableStreamDefaultReader<Part>,
  answer: WholeAnswer,
): () => Promise<Part[] | null> {
  let isOver = false;
  const broken = (error: unknown): Part[] => {
    isOver = true;
    void reader.cancel(error).catch(() => undefined);
    return answer.breakOff() ?? [{ type: "error", error }];
  };
  return async () => {
    if (isOver) return null;
    const { done, value } = await reader.read();
    if (done) return null;
    if (value.type === "error") return broken(value.error);
    isOver = value.type === "finish";
    return answer.take(value);
  };
}
