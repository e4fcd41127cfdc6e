import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { type Line, openLine } from "@/components/voice/line";
import { openSound, type Sound, SoundError } from "@/components/voice/sound";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Message } from "@/lib/voice/schema";
import { agentOfCall } from "../test/agent-of-call";
import type { SpokenEvent } from "./state";

/** Audio that is still playing after the last message. */
const LAST_SOUND_MS = 600;
/** Last words are understood for 1.5 s (docs/voice.md); who has not been told of the end by then ends the call by the API. */
const LEAVING_MS = 4_000;

/** A placed call, and its controls. */
export type Placed = {
  press(key: string): void;
  mute(muted: boolean): void;
  hangUp(): void;
  levels(): { caller: number; agent: number };
  /** Ends the call without further events, since the page is left. */
  leave(): void;
};

/** Whether a message changes what the API returns for the call: variables, and the recording's state. */
const isNews = (message: Message): boolean =>
  (message.type === "turn" && (message.turn.role === "agent" || message.turn.role === "system")) ||
  (message.type === "state" && message.state === "listening");

/** Asks for the microphone, creates a call and connects to it. Dispatches an event for each change. */
export function placeCall(agent: Agent, draft: boolean, tell: (event: SpokenEvent) => void): Placed {
  let sound: Sound | undefined;
  let line: Line | undefined;
  let id: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const aborted = new AbortController();
  const { signal } = aborted;
  const dispatch = (event: SpokenEvent) => {
    if (!signal.aborted) tell(event);
  };

  function finish(soundMs = 0): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("pagehide", leave);
    line?.close();
    setTimeout(() => sound?.close(), soundMs);
  }
  async function read(): Promise<void> {
    if (id === undefined) return;
    // A failed read is repeated with the next turn.
    const call = await api.get("/v1/calls/:id", { params: { id }, signal }).catch(() => null);
    if (call !== null) dispatch({ type: "call", call });
  }
  /** Ends the call by the API, as the line is of no use for it. */
  async function end(): Promise<void> {
    finish();
    if (id === undefined) return;
    await api.post("/v1/calls/:id/end", { params: { id } }).catch(() => undefined);
    await read();
    dispatch({ type: "told", message: { type: "ended", reason: "caller_hung_up" } });
  }
  function heed(message: Message): void {
    if (message.type === "clear") sound?.clear();
    if (message.type === "ended") finish(LAST_SOUND_MS);
    dispatch({ type: "told", message });
    if (isNews(message) || message.type === "ended") void read();
  }
  function handleClosed(never: boolean): void {
    finish();
    dispatch(never ? { type: "not_started", problem: "not_connected" } : { type: "gone" });
    void end();
  }
  function leave(): void {
    if (signal.aborted) return;
    aborted.abort();
    if (isOver) return;
    line?.say({ type: "hang_up" });
    finish();
  }
  async function run(): Promise<void> {
    dispatch({ type: "starting", agent, draft });
    const opened = await openSound({
      frame: (frame) => line?.send(frame),
      onEnded: () => dispatch({ type: "microphone_gone" }),
    });
    sound = opened;
    if (isOver) return opened.close();
    dispatch({ type: "microphone_given" });
    const call = await api.post("/v1/calls", { body: { agent_id: agent.id, channel: "web", draft } });
    id = call.id;
    if (isOver) {
      await api.post("/v1/calls/:id/end", { params: { id } }).catch(() => undefined);
      return;
    }
    dispatch({ type: "called", call, atMs: performance.now() });
    void agentOfCall(agent, call, signal).then((run) =>
      dispatch({ type: "version_read", callId: call.id, agent: run }),
    );
    if (call.connect === undefined) return handleClosed(true);
    line = openLine(call.connect, {
      message: heed,
      sound: (frame) => opened.play(frame),
      lost() {
        opened.clear();
        dispatch({ type: "lost" });
      },
      onClosed: handleClosed,
    });
  }
  window.addEventListener("pagehide", leave);
  run().catch((error: unknown) => {
    finish();
    if (error instanceof SoundError) dispatch({ type: "not_started", problem: error.problem });
    else if (error instanceof ApiError) dispatch({ type: "not_started", problem: error });
    else throw error;
  });

  return {
    press: (key) => line?.say({ type: "key", key }),
    mute(muted) {
      sound?.mute(muted);
      line?.say({ type: "mute", muted });
      dispatch({ type: "muted", muted });
    },
    hangUp() {
      dispatch({ type: "hung_up" });
      sound?.clear();
      if (line === undefined) {
        finish();
        dispatch({ type: "not_started", problem: null });
      } else if (line.say({ type: "hang_up" })) timer = setTimeout(() => void end(), LEAVING_MS);
      else void end();
    },
    levels: () => (isOver ? { caller: 0, agent: 0 } : (sound?.levels() ?? { caller: 0, agent: 0 })),
    leave,
  };
}
