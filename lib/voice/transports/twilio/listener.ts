import type { WebSocket } from "ws";
import type { LineTransfer } from "../../session/line";
import { isOurs, streamSaid } from "./protocol";
import { makeSound } from "./sound";
import { watchMessages } from "./watch-messages";

/** Maximum meaningless messages before the stream is closed. */
const MOST_BAD = 20;
/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008;

/**
 * Receives a copy of both sides of a transferred call: `inbound` is the caller, `outbound` is what they hear.
 * Sends nothing. Resolves at the end, for any reason.
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
  const refuse = () => {
    bad++;
    if (bad > MOST_BAD) socket.close(POLICY_VIOLATION, "bad_message");
  };
  const watch = watchMessages(socket);
  socket.on("error", () => undefined);
  socket.on("message", (data, isBinary) => {
    const message = isBinary ? null : streamSaid(data);
    if (message === null) return refuse();
    watch.noteMessage();
    if (message.event === "stop") return socket.close();
    if (message.event === "start") {
      if (!isOurs(message, accountSid)) return socket.close(POLICY_VIOLATION, "bad_format");
      started = true;
    }
    if (message.event === "media" && started)
      tracks[message.media.track === "outbound" ? "outbound" : "inbound"].push(message.media);
  });
  return new Promise((resolve) => {
    socket.on("close", () => {
      watch.stop();
      resolve();
    });
  });
}
