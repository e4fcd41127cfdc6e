import type { MessagePort } from "node:worker_threads";
import type { Expectation, Transcription } from "@/lib/agents/providers/schema";
import type { Task } from "@/lib/voice/providers/pool/pool";
import { createDecoders, type LoadedDecoder } from "./decoders";
import { createUtteranceListener } from "./utterance-listener";

/** One utterance: what it is listened to for, and where its sound comes from. */
export type Listening = { expectation: Expectation; port: MessagePort; partials: boolean };
/** Samples at 8 kHz; then the end. */
export type ToListener = Int16Array | "end" | "abort";
/** The interim result. */
export type FromListener = string;

const decoders = createDecoders();

/** Feeds what arrives to the decoder until the end; null where it was broken off. */
function follow({ decoder }: LoadedDecoder, { port, partials }: Listening): Promise<Transcription | null> {
  const listener = createUtteranceListener(decoder);
  return new Promise((done, fail) => {
    const breakOff = () => {
      listener.abort();
      done(null);
    };
    let isOver = false;
    port.on("close", () => isOver || breakOff());
    port.on("message", (message: ToListener) => {
      if (isOver) return;
      try {
        if (typeof message !== "string") {
          const text = listener.take(message, partials);
          if (text !== null) port.postMessage(text);
          return;
        }
        isOver = true;
        if (message === "end") done(listener.finish());
        else breakOff();
      } catch (error) {
        isOver = true;
        fail(error);
      }
    });
  });
}

/** Listens to one utterance to its end. Null where it was broken off. */
export default async function listen({ job }: Task<Listening>): Promise<Transcription | null> {
  const loaded = await (await decoders).acquire(job.expectation);
  try {
    // The adaptation to the last caller's voice and line does not help with the next one, and is their
    // personal data.
    await loaded.decoder.reinitialize_audio();
    return await follow(loaded, job);
  } finally {
    job.port.close();
    (await decoders).release(loaded);
  }
}
