import { isRefusal, type Recording } from "@/lib/calls/recordings";
import { createHearing } from "./hearing";
import { type HeldCall, warn } from "./held-call";
import { createUtterances } from "./utterances";

/** A transferred caller who is still recorded. */
export type BridgeListener = { frame(frame: Int16Array): void; close(): void };

/**
 * Listens to a transferred caller for a refusal of the recording only. Nothing is stored or passed on.
 * `refused` is called once.
 */
export async function openBridgeListener(
  heldCall: HeldCall,
  recording: Recording,
  refused: () => void,
): Promise<BridgeListener> {
  const { providers, call } = heldCall;
  const nowMs = () => call.nowMs();
  const expectation = () => ({ kind: "open", language: call.config.language }) as const;
  const sayings = createUtterances({
    transcriber: providers.transcriber,
    expectation,
    nowMs,
    seems: undefined,
    onWords: (words) => {
      if (words !== null && recording.mayDecline() && isRefusal(words.text)) refused();
    },
    failed: (error) => warn(heldCall, error, "speech behind a bridge was not understood for a failure"),
  });
  const hearing = createHearing({
    vad: await providers.vad(),
    nowMs,
    duringAgentSpeech: () => false,
    mayIgnoreSoftSound: () => false,
    // A refusal that is said softly, or away from the phone, is a refusal.
    hearsBackground: true,
    expectation,
    patience: "medium",
    isUnfinished: () => false,
    happened: (event, before) => {
      if (event.type === "started") sayings.begin(event.startMs, before);
      else if (event.type === "ended") sayings.finish(event.endMs);
    },
    onSpeechFrame: (frame) => sayings.push(frame),
    loud: () => undefined,
    failed: (error) => warn(heldCall, error, "the VAD failed behind a bridge"),
  });
  return {
    frame: hearing.frame,
    close() {
      sayings.stop();
      hearing.close();
    },
  };
}
