import type { WebSocket } from "ws";
import { VOICE_LIMITS } from "../../limits";

/** Enough for a process that has stalled to read the messages that came meanwhile. */
const READ_MS = 60;

/**
 * Terminates a stream without messages: a carrier also sends silence, so such a stream is lost, even if its socket is
 * open. A process that stalls reads nothing, and the timers are due before its sockets: the messages that wait there
 * are read first. `noteMessage` is called with each message.
 */
export function watchMessages(socket: Pick<WebSocket, "terminate">): { noteMessage(): void; stop(): void } {
  let heardMs = performance.now();
  let decision: NodeJS.Timeout | undefined;
  const isLate = () => performance.now() - heardMs > VOICE_LIMITS.mediaMs;
  const decide = () => {
    if (isLate()) socket.terminate();
  };
  const watch = setInterval(() => {
    if (isLate()) decision = setTimeout(decide, READ_MS);
  }, VOICE_LIMITS.mediaMs / 4);
  return {
    noteMessage() {
      heardMs = performance.now();
    },
    stop() {
      clearInterval(watch);
      clearTimeout(decision);
    },
  };
}
