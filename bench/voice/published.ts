import { measureEcho } from "./echo";
import { hold, type Words } from "./measure";
import type { ModelServer } from "./model-server";
import { startGateway } from "./processes";
import { MODEL_URL } from "./wire";

/**
 * Turns with published delays, in milliseconds. `waitMs`: from the end of speech to the answer's first sound. `overheadMs`: from
 * the moment that the transcriber is told of the end to the first sound, without the drawn delays; with drafts, the model's delay
 * is partly over by then, so that it can be negative.
 */
export type PublishedFigures = {
  calls: number;
  waitMs: number[];
  overheadMs: number[];
  echoMs: number[];
  failed: number;
  /** Requests to the model for each turn. */
  requests: number;
};

/** `profiles`: folder for a CPU profile of the gateway; null for none. */
type Options = {
  calls: number;
  turns: number;
  words: Words;
  model: ModelServer;
  hasDrafts: boolean;
  profiles: string | null;
};

const ECHO_SECONDS = 10;

/** Holds calls at once by a separate gateway, whose model is on a server. */
export async function holdPublished({
  calls,
  turns,
  words,
  model,
  hasDrafts,
  profiles,
}: Options): Promise<PublishedFigures> {
  const env = {
    [MODEL_URL]: model.baseUrl,
    TOOL_ALLOWED_HOSTS: model.host,
    VOICE_REPLY_DRAFTS: hasDrafts ? "1" : "0",
  };
  const gateway = await startGateway(profiles, env);
  try {
    const { turnMs, answers, failed } = await hold(gateway, "published", calls, turns, words);
    const measured = answers.flatMap(({ firstMs, utterance }) => {
      const answer = utterance === undefined ? undefined : model.answerTo(utterance.word);
      if (utterance === undefined || answer === undefined) return [];
      const { finishedMs, transcriberMs, voiceMs } = utterance;
      return {
        requests: answer.requests,
        overheadMs: firstMs - finishedMs - transcriberMs - answer.delayMs - voiceMs,
      };
    });
    return {
      calls,
      waitMs: turnMs,
      overheadMs: measured.map(({ overheadMs }) => overheadMs),
      requests: measured.reduce((sum, { requests }) => sum + requests, 0) / Math.max(1, measured.length),
      echoMs: hasDrafts ? [] : await measureEcho(calls, ECHO_SECONDS),
      failed,
    };
  } finally {
    await gateway.stop();
  }
}
