import type { WebSocket } from "ws";
import { createResampler, RATE_HZ, ulaw } from "../../audio";
import { VOICE_LIMITS } from "../../limits";
import type { Line, Session } from "../../session/line";
import { allowance } from "../allowance";
import { makeHeard } from "../heard";
import { makeLag } from "./lag";
import { isOurs, MEDIA_FORMAT, type StreamSaid, streamSaid } from "./protocol";
import { makeSound } from "./sound";

const CARRIER_HZ = MEDIA_FORMAT.sampleRate;
/** Fifty frames a second, a mark now and then, keys; after a stall of the network they come at once. */
const MESSAGES_PER_S = 120;
const MESSAGES_BURST = 400;
/** Messages that mean nothing before the stream is given up. */
const MOST_BAD = 20;
/** Two seconds of sound, wrapped, that the carrier has not taken: what follows would be heard too late. */
const MOST_UNSENT = CARRIER_HZ * 2 * 2;
/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008;
/** The mark behind the last words. */
const LAST = "last";

/** A media stream, as a line. */
export type Wire = Line & {
  /** Resolves with the first message that counts: true where the stream is this account's and of our format. */
  readonly started: Promise<boolean>;
  /** The carrier's own name of the call, once it has started. */
  readonly callSid: string | null;
  /** Begins to pass on what comes. */
  serve(session: Session): void;
};

/**
 * A carrier's WebSocket: µ-law at 8 kHz both ways, in JSON. `gone`: whether the caller hung up or the stream broke.
 * It is told once.
 */
export function makeWire(
  socket: WebSocket,
  accountSid: string,
  gone: (how: "hung_up" | "broken") => void,
): Wire {
  const messages = allowance(MESSAGES_PER_S, MESSAGES_BURST);
  const now = () => performance.now();
  const fall = createResampler(RATE_HZ, CARRIER_HZ);
  let session: Session | undefined;
  let stream: string | null = null;
  /** What each message of sound begins with: there are 25 of them in a second of speech. */
  let mediaHead = "";
  let callSid: string | null = null;
  let begun: (good: boolean) => void = () => undefined;
  const started = new Promise<boolean>((resolve) => {
    begun = resolve;
  });
  let bad = 0;
  let told = false;
  let stuckMs: number | null = null;
  let heardMs = now();

  const lose = (how: "hung_up" | "broken") => {
    begun(false);
    if (told) return;
    told = true;
    gone(how);
  };
  // A carrier sends silence too: whoever sends nothing is gone, whatever its socket says.
  const watch = setInterval(() => {
    if (now() - heardMs > VOICE_LIMITS.mediaMs) socket.terminate();
  }, VOICE_LIMITS.mediaMs / 4);
  socket.on("close", () => {
    clearInterval(watch);
    heard.dropped();
    lose("broken");
  });
  // What breaks a connection closes it too: a message that is too long, a frame that is none.
  socket.on("error", () => undefined);

  const say = (message: object) => {
    if (socket.readyState === socket.OPEN && stream !== null)
      socket.send(JSON.stringify({ ...message, streamSid: stream }));
  };
  const mark = (name: string) => say({ event: "mark", mark: { name } });
  const lag = makeLag(mark, now);
  const heard = makeHeard(mark);
  const sound = makeSound((frame) => session?.frame(frame));
  /** Whether the other side still takes what it is sent. */
  const flows = (): boolean => {
    if (socket.bufferedAmount <= MOST_UNSENT) {
      stuckMs = null;
      return true;
    }
    stuckMs ??= now();
    if (now() - stuckMs > VOICE_LIMITS.stuckMs) socket.terminate();
    return false;
  };
  const refuse = () => {
    bad++;
    if (bad > MOST_BAD) socket.close(POLICY_VIOLATION, "bad_message");
  };

  const start = (said: StreamSaid & { event: "start" }) => {
    if (!isOurs(said, accountSid)) return socket.close(POLICY_VIOLATION, "bad_format");
    stream ??= said.streamSid;
    mediaHead = `{"event":"media","streamSid":${JSON.stringify(stream)},"media":{"payload":"`;
    callSid ??= said.start.callSid;
    begun(true);
  };
  const obey = (said: StreamSaid) => {
    switch (said.event) {
      case "connected":
        return;
      case "start":
        return start(said);
      case "media":
        if (stream === null || said.media.track === "outbound") return;
        return sound.push(said.media);
      case "mark":
        if (said.mark.name === LAST) return socket.close();
        heard.came(said.mark.name);
        return lag.came(said.mark.name);
      case "dtmf":
        return session?.key(said.dtmf.digit);
      case "stop":
        lose("hung_up");
        return socket.close();
    }
  };
  socket.on("message", (data, isBinary) => {
    if (!messages(1, now())) return refuse();
    const said = isBinary ? null : streamSaid(data);
    if (said === null) return refuse();
    heardMs = now();
    obey(said);
  });

  return {
    started,
    get callSid() {
      return callSid;
    },
    get lagMs() {
      return lag.ms();
    },
    serve(held) {
      session = held;
    },
    send(frames) {
      const codes = Buffer.concat(frames.map((frame) => ulaw.encode(fall.push(frame))));
      if (stream === null || !flows()) return heard.missed();
      if (socket.readyState === socket.OPEN) socket.send(`${mediaHead}${codes.toString("base64")}"}}`);
      lag.sent(frames.length);
    },
    clear() {
      lag.cleared();
      heard.dropped();
      say({ event: "clear" });
    },
    heard: heard.ask,
    close() {
      told = true;
      session = undefined;
      // The carrier still plays what it was sent; once it has, or after a moment, it may go on without us.
      mark(LAST);
      setTimeout(() => socket.close(), stream === null ? 0 : VOICE_LIMITS.lastSoundMs);
    },
  };
}
