import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { type Line, openLine } from "@/components/voice/line";
import { openPlayback, openSound, type Sound, SoundError } from "@/components/voice/sound";
import type { Message } from "@/lib/voice/schema";
import type { JoinEvent, JoinKind } from "./join-state";

/** Audio that is still playing after the last message. */
const LAST_SOUND_MS = 600;

/** A member's part in a call, and its controls. */
export type JoinHandle = {
  mute(isMuted: boolean): void;
  /** Ends the part: a takeover ends the call. */
  leave(): void;
  /** Closes the connection, since the page is left: the caller returns to the agent. */
  abandon(): void;
};

type JoinOptions = { callId: string; kind: JoinKind; acceptsRecording: boolean };

/**
 * Opens the audio, requests the part and connects. Dispatches an event for each change.
 */
export function joinCall(
  { callId, kind, acceptsRecording }: JoinOptions,
  dispatch: (event: JoinEvent) => void,
): JoinHandle {
  let sound: Sound | undefined;
  let line: Line | undefined;
  let isOver = false;
  let isReady = false;

  function finish(soundMs = 0): void {
    isOver = true;
    line?.close();
    setTimeout(() => sound?.close(), soundMs);
  }
  function handleMessage(message: Message): void {
    if (message.type === "ready") isReady = true;
    if (message.type === "clear") sound?.clear();
    dispatch({ type: "told", message });
    if (message.type === "ended") finish(LAST_SOUND_MS);
  }
  function openAudio(): Promise<Sound> {
    if (kind === "listen") return openPlayback();
    const leaveCall = () => {
      dispatch({ type: "ended", end: "lost" });
      finish();
    };
    return openSound({ frame: (frame) => line?.send(frame), onEnded: leaveCall });
  }
  const request = () =>
    kind === "take_over"
      ? api.post("/v1/calls/:id/take-over", {
          params: { id: callId },
          body: { accepts_recording: acceptsRecording },
        })
      : api.post("/v1/calls/:id/listen", { params: { id: callId } });

  async function run(): Promise<void> {
    dispatch({ type: "started", kind });
    const opened = await openAudio();
    sound = opened;
    if (isOver) return opened.close();
    dispatch({ type: "microphone_opened" });
    const connection = await request();
    if (isOver) return;
    line = openLine(connection, {
      message: handleMessage,
      sound: (frame) => opened.play(frame),
      lost: () => undefined,
      onClosed() {
        dispatch({ type: "ended", end: isReady ? "lost" : "not_connected" });
        finish();
      },
    });
  }
  run().catch((error: unknown) => {
    finish();
    if (error instanceof SoundError) dispatch({ type: "failed", problem: error.problem });
    else if (error instanceof ApiError) dispatch({ type: "failed", problem: error });
    else throw error;
  });

  return {
    mute(isMuted) {
      sound?.mute(isMuted);
      line?.say({ type: "mute", muted: isMuted });
      dispatch({ type: "muted", isMuted });
    },
    leave() {
      if (isOver) return;
      if (line?.say({ type: "hang_up" })) return;
      dispatch({ type: "ended", end: "left" });
      finish();
    },
    abandon: () => finish(),
  };
}
