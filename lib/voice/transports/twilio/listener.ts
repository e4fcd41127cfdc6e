import type { WebSocket } from "ws";
import { VOICE_LIMITS } from "../../limits";
import type { LineTransfer } from "../../session/line";
import { isOurs, streamSaid } from "./protocol";
import { makeSound } from "./sound";

/** Messages that mean nothing before the stream is given up. */
const MOST_BAD = 20;
/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008;

/**
 * A copy of what both sides of a call say that somebody else has taken over: `inbound` is the caller, `outbound` what they
 * hear. Nothing is sent. Resolves once it has ended, however.
 */
export function listen(
  socket: WebSocket,
  accountSid: string,
  overhear: NonNullable<LineTransfer["overhear"]>,
): Promise<void> {
  const tracks = {
    inbound: makeSound((frame) => overhear("caller", frame)),
    outbound: makeSound((frame) => overhear("agent", frame)),
  };
  let started = false;
  let bad = 0;
  let heardMs = performance.now();
  const refuse = () => {
    bad++;
    if (bad > MOST_BAD) socket.close(POLICY_VIOLATION, "bad_message");
  };
  // A carrier sends silence too: whoever sends nothing is gone, whatever its socket says.
  const watch = setInterval(() => {
    if (performance.now() - heardMs > VOICE_LIMITS.mediaMs) socket.terminate();
  }, VOICE_LIMITS.mediaMs / 4);
  socket.on("error", () => undefined);
  socket.on("message", (data, isBinary) => {
    const said = isBinary ? null : streamSaid(data);
    if (said === null) return refuse();
    heardMs = performance.now();
    if (said.event === "stop") return socket.close();
    if (said.event === "start") {
      if (!isOurs(said, accountSid)) return socket.close(POLICY_VIOLATION, "bad_format");
      started = true;
    }
    if (said.event === "media" && started)
      tracks[said.media.track === "outbound" ? "outbound" : "inbound"].push(said.media);
  });
  return new Promise((resolve) => {
    socket.on("close", () => {
      clearInterval(watch);
      resolve();
    });
  });
}
