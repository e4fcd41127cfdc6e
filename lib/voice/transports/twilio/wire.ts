import type { WebSocket } from "ws";
import { createResampler, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { VOICE_LIMITS } from "../../limits";
import type { Line, Session } from "../../session/line";
import { allowance } from "../allowance";
import { makeHeard } from "../playback-marks";
import { makeLag } from "./lag";
import { isOurs, MEDIA_FORMAT, type StreamSaid, streamSaid } from "./protocol";
import { makeSound } from "./sound";
import { watchMessages } from "./watch-messages";

const CARRIER_HZ = MEDIA_FORMAT.sampleRate;
/** Fifty frames a second, a mark now and then, keys; after a stall of the network they come at once. */
const MESSAGES_PER_S = 120;
const MESSAGES_BURST = 400;
/** Maximum meaningless messages before the stream is closed. */
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
  onLost: (reason: "hung_up" | "broken") => void,
): Wire {
  const messages = allowance(MESSAGES_PER_S, MESSAGES_BURST);
  const now = () => performance.now();
  const fall = createResampler(RATE_HZ, CARRIER_HZ);
  let session: Session | undefined;
  let stream: string | null = null;
  /** Prefix of each media message: there are 25 per second of speech. */
  let mediaHead = "";
  let callSid: string | null = null;
  let resolveStarted: (good: boolean) => void = () => undefined;
  const started = new Promise<boolean>((resolve) => {
    resolveStarted = resolve;
  });
  let bad = 0;
  let isReported = false;
  let stuckMs: number | null = null;

  const lose = (lossReason: "hung_up" | "broken") => {
    resolveStarted(false);
    if (isReported) return;
    isReported = true;
    onLost(lossReason);
  };
  const watch = watchMessages(socket);
  socket.on("close", () => {
    watch.stop();
    playback.dropped();
    lose("broken");
  });
  // Errors also close the connection: a message that is too long, or not a frame.
  socket.on("error", () => undefined);

  const say = (message: object) => {
    if (socket.readyState === socket.OPEN && stream !== null)
      socket.send(JSON.stringify({ ...message, streamSid: stream }));
  };
  const mark = (name: string) => say({ event: "mark", mark: { name } });
  const lag = makeLag(mark, now);
  const playback = makeHeard(mark);
  const sound = makeSound(
    (frame) => session?.frame(frame),
    (frames) => session?.missing(frames),
  );
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

  const start = (message: StreamSaid & { event: "start" }) => {
    if (!isOurs(message, accountSid)) return socket.close(POLICY_VIOLATION, "bad_format");
    stream ??= message.streamSid;
    mediaHead = `{"event":"media","streamSid":${JSON.stringify(stream)},"media":{"payload":"`;
    callSid ??= message.start.callSid;
    resolveStarted(true);
  };
  const obey = (message: StreamSaid) => {
    switch (message.event) {
      case "connected":
        return;
      case "start":
        return start(message);
      case "media":
        if (stream === null || message.media.track === "outbound") return;
        return sound.push(message.media);
      case "mark":
        if (message.mark.name === LAST) return socket.close();
        playback.came(message.mark.name);
        return lag.came(message.mark.name);
      case "dtmf":
        return session?.key(message.dtmf.digit);
      case "stop":
        lose("hung_up");
        return socket.close();
    }
  };
  socket.on("message", (data, isBinary) => {
    if (!messages(1, now())) return refuse();
    const message = isBinary ? null : streamSaid(data);
    if (message === null) return refuse();
    watch.noteMessage();
    obey(message);
  });

  return {
    started,
    get callSid() {
      return callSid;
    },
    get lagMs() {
      return lag.ms();
    },
    serve(callSession) {
      session = callSession;
    },
    send(frames) {
      const codes = Buffer.concat(frames.map((frame) => ulaw.encode(fall.push(frame))));
      if (stream === null || !flows()) return playback.missed();
      if (socket.readyState === socket.OPEN) socket.send(`${mediaHead}${codes.toString("base64")}"}}`);
      lag.sent(frames.length);
    },
    clear() {
      lag.cleared();
      playback.dropped();
      say({ event: "clear" });
    },
    waitForPlayback: playback.ask,
    close() {
      isReported = true;
      session = undefined;
      // The carrier still plays buffered audio; after that, or a moment later, it can continue without this
      // process.
      mark(LAST);
      setTimeout(() => socket.close(), stream === null ? 0 : VOICE_LIMITS.lastSoundMs);
    },
  };
}
