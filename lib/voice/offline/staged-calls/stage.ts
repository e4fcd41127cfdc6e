import type { Synthesizer } from "@/lib/agents/providers/schema";
import type { SpokenCall } from "@/lib/calls/calls";
import type { Recording } from "@/lib/calls/recordings";
import { FRAME_MS } from "@/lib/platform/audio/frame";
import type { StagedClock } from "./staged-clock";

/** Frames between two waits for the storage: ten seconds, a third of what a recording buffers. */
const FRAMES_AT_ONCE = 10_000 / FRAME_MS;

/** Start and end of speech, in milliseconds since the call began. */
export type Span = { startMs: number; endMs: number };

/** A spoken call whose time is a staged clock. Speech takes as long on that clock as it would be heard. */
export type Stage = {
  readonly call: SpokenCall;
  readonly recording: Recording | null;
  /** Lets time pass without speech. */
  wait(ms: number): void;
  nowMs(): number;
  /** Speaks a text on one side of the line, and records it if the call is being recorded. */
  speak(leg: "caller" | "agent", text: string): Promise<Span>;
};

type Options = {
  call: SpokenCall;
  recording: Recording | null;
  clock: StagedClock;
  synthesizer: Synthesizer;
  callerVoice: string;
};

/** Words that a voice can speak. */
const SPEAKABLE = /[\p{L}\p{N}]/u;

export function createStage({ call, recording, clock, synthesizer, callerVoice }: Options): Stage {
  const voices = { caller: callerVoice, agent: call.config.voice_id ?? "" };
  return {
    call,
    recording,
    wait: clock.advance,
    nowMs: call.nowMs,
    async speak(leg, text) {
      const startMs = call.nowMs();
      if (SPEAKABLE.test(text)) {
        let frames = 0;
        for await (const frame of synthesizer.speak(text, voices[leg], call.signal)) {
          recording?.frame(leg, frame, call.nowMs());
          clock.advance(FRAME_MS);
          frames++;
          if (frames % FRAMES_AT_ONCE === 0) await recording?.waitUntilStored();
        }
        await recording?.waitUntilStored();
        call.signal.throwIfAborted();
      }
      return { startMs, endMs: call.nowMs() };
    },
  };
}
