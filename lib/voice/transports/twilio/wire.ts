import type { RawData, WebSocket } from "ws";
import { createFramer, createResampler, RATE_HZ, ulaw } from "../../audio";
import { VOICE_LIMITS } from "../../limits";
import type { Line, Session } from "../../session/line";
import { allowance } from "../allowance";
import { inOrder } from "./in-order";
import { makeLag } from "./lag";
import { MEDIA_FORMAT, type StreamSaid, streamSaid } from "./protocol";

const CARRIER_HZ = MEDIA_FORMAT.sampleRate;
/** Silence in µ-law. */
const SILENCE = 0xff;
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

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/** A media stream, as a line. */
export type Wire = Line & {
  /** Resolves with the first message that counts: true where the stream is this account's and of our format. */
  readonly started: Promise<boolean>;
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
  const framer = createFramer();
  const rise = createResampler(CARRIER_HZ, RATE_HZ);
  const fall = createResampler(RATE_HZ, CARRIER_HZ);
  let session: Session | undefined;
  let stream: string | null = null;
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
    lose("broken");
  });
  // What breaks a connection closes it too: a message that is too long, a frame that is none.
  socket.on("error", () => undefined);

  const say = (message: object) => {
    if (socket.readyState === socket.OPEN && stream !== null)
      socket.send(JSON.stringify({ ...message, streamSid: stream }));
  };
  const lag = makeLag((name) => say({ event: "mark", mark: { name } }), now);
  const chunks = inOrder((codes) => {
    for (const frame of framer.push(rise.push(ulaw.decode(codes)))) session?.frame(frame);
  }, SILENCE);
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
    const { encoding, sampleRate, channels } = said.start.mediaFormat;
    const fits =
      said.start.accountSid === accountSid &&
      encoding === MEDIA_FORMAT.encoding &&
      sampleRate === CARRIER_HZ &&
      channels === MEDIA_FORMAT.channels;
    if (!fits) return socket.close(POLICY_VIOLATION, "bad_format");
    stream ??= said.streamSid;
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
        return chunks.push(Buffer.from(said.media.payload, "base64"), said.media.chunk);
      case "mark":
        if (said.mark.name === LAST) return socket.close();
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
    const said = isBinary ? null : streamSaid(bufferOf(data).toString("utf8"));
    if (said === null) return refuse();
    heardMs = now();
    obey(said);
  });

  return {
    started,
    get lagMs() {
      return lag.ms();
    },
    serve(held) {
      session = held;
    },
    send(frame) {
      const codes = ulaw.encode(fall.push(frame));
      if (stream === null || !flows()) return;
      say({ event: "media", media: { payload: Buffer.from(codes).toString("base64") } });
      lag.sent();
    },
    clear() {
      lag.cleared();
      say({ event: "clear" });
    },
    tell: () => undefined,
    close() {
      told = true;
      session = undefined;
      // The carrier still plays what it was sent; once it has, or after a moment, it may go on without us.
      say({ event: "mark", mark: { name: LAST } });
      setTimeout(() => socket.close(), stream === null ? 0 : VOICE_LIMITS.lastSoundMs);
    },
  };
}
