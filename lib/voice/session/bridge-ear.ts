import { isRefusal, type Recording } from "@/lib/calls/recordings";
import { makeHearing } from "./hearing";
import { type Held, warn } from "./held";
import { makeSayings } from "./sayings";

/** Somebody who has been put through, and is still recorded. */
export type BridgeEar = { frame(frame: Int16Array): void; close(): void };

/**
 * Listens to a caller whom somebody else has taken over, for one thing alone: that they want no recording. What is said is
 * kept nowhere, and passed on to nobody. `refused` is called once.
 */
export async function openBridgeEar(
  held: Held,
  recording: Recording,
  refused: () => void,
): Promise<BridgeEar> {
  const { providers, call } = held;
  const nowMs = () => call.nowMs();
  const expectation = () => ({ kind: "open", language: call.config.language }) as const;
  const sayings = makeSayings({
    transcriber: providers.transcriber,
    expectation,
    nowMs,
    seems: undefined,
    heard: (words) => {
      if (words !== null && recording.mayDecline() && isRefusal(words.text)) refused();
    },
    failed: (error) => warn(held, error, "speech behind a bridge was not understood for a failure"),
  });
  const hearing = makeHearing({
    detector: await providers.detector(),
    nowMs,
    overUs: () => false,
    expectation,
    happened: (event, before) => {
      if (event.type === "started") sayings.begin(event.startMs, before);
      else sayings.finish(event.endMs);
    },
    spoken: (frame) => sayings.push(frame),
    loud: () => undefined,
    failed: (error) => warn(held, error, "the detector of speech failed behind a bridge"),
  });
  return {
    frame: hearing.frame,
    close() {
      sayings.stop();
      hearing.close();
    },
  };
}
