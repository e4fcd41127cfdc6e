import { endianness } from "node:os";
import type { RawData, WebSocket } from "ws";
import { createFramer, RATE_HZ } from "@/lib/platform/audio";
import { VOICE_LIMITS } from "../../limits";
import { BrowserMessage, type Message } from "../../schema";
import type { Line, Session } from "../../session/line";
import { allowance } from "../allowance";
import { makeHeard } from "../playback-marks";

const BYTES_PER_S = RATE_HZ * Int16Array.BYTES_PER_ELEMENT;
/** Sound comes as fast as it is spoken; a browser that was busy sends what it has kept at once. */
const SOUND_PER_S = BYTES_PER_S * 1.5;
const SOUND_BURST = BYTES_PER_S * 2;
/** Maximum keys and mutes per second: faster than any person. */
const MESSAGES_PER_S = 20;
const MESSAGES_BURST = 40;
/** Messages that are refused before the connection is. */
const MOST_BAD = 20;
/** Two seconds of sound that the other side has not taken: what follows is dropped, as it would be heard too late. */
const MOST_UNSENT = BYTES_PER_S * 2;
/** Refused sound is cut out instead of silent, so that no length of it can be concealed. */
const UNCONCEALED_GAP = Number.POSITIVE_INFINITY;
/** Of a local network; what the browser keeps to play smoothly is in it. */
const LAG_MS = 60;
/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008;
/** Application close code (4000–4999): the same call continues on another connection. */
const REPLACED = 4000;

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/** The samples of a message: little-endian on every machine. */
function samplesOf(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(i * 2);
  return samples;
}

const swapped = endianness() === "BE";

function bytesOf(frame: Int16Array): Buffer {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  return swapped ? Buffer.from(view).swap16() : view;
}

/** The receiver of a browser's messages. */
type WireSession = Pick<Session, "frame" | "missing" | "key" | "mute" | "hangUp">;

/** A connected browser, as a line. */
export type Wire = Omit<Line, "close"> & {
  /** The call is over, or the browser's part in it. */
  close(reason: string): void;
  /** Starts to pass messages on to the call's session. */
  serve(session: WireSession): void;
  say(message: Message): void;
  /** Another connection has taken its place: what happens to this one means nothing any more. */
  replace(): void;
};

/** A WebSocket with PCM both ways and JSON beside it, within limits. `gone` is told when it is closed, however. */
export function makeWire(socket: WebSocket, onClose: () => void): Wire {
  const sound = allowance(SOUND_PER_S, SOUND_BURST);
  const messages = allowance(MESSAGES_PER_S, MESSAGES_BURST);
  const framer = createFramer();
  let session: WireSession | undefined;
  let bad = 0;
  let stuckMs: number | null = null;
  let answers = true;
  let isReported = false;
  let early: Message[] | null = [];
  const now = () => performance.now();

  const ping = setInterval(() => {
    if (!answers) return socket.terminate();
    answers = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, VOICE_LIMITS.pingMs);
  // A browser answers a ping once it has read what came before it.
  const playback = makeHeard((name) => {
    if (socket.readyState === socket.OPEN) socket.ping(name);
  });
  socket.on("pong", (data) => {
    answers = true;
    playback.came(data.toString());
  });
  const lose = () => {
    clearInterval(ping);
    playback.dropped();
    if (isReported) return;
    isReported = true;
    onClose();
  };
  socket.on("close", lose);
  // Errors also close the connection: a message that is too long, or not a frame.
  socket.on("error", () => undefined);

  const say = (message: Message) => {
    // The session's first messages follow the protocol's opening message.
    if (early !== null && message.type !== "ready") early.push(message);
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    if (message.type !== "ready") return;
    const buffered = early ?? [];
    early = null;
    for (const buffer of buffered) say(buffer);
  };
  const refuse = (code: "bad_frame" | "bad_message" | "too_fast", message: string) => {
    bad++;
    if (bad > MOST_BAD) socket.close(POLICY_VIOLATION, code);
    else say({ type: "error", code, message });
  };
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

  const hear = (bytes: Buffer) => {
    if (bytes.length === 0 || bytes.length % 2 !== 0)
      return refuse("bad_frame", "Send 16-bit samples, little-endian, mono, 16,000 a second.");
    if (!sound(bytes.length, now())) {
      session?.missing(UNCONCEALED_GAP);
      return refuse("too_fast", "Send sound as it is spoken.");
    }
    for (const frame of framer.push(samplesOf(bytes))) session?.frame(frame);
  };
  const obey = (text: string) => {
    if (!messages(1, now())) return refuse("too_fast", "Send fewer messages.");
    const parsedMessage = BrowserMessage.safeParse(parsed(text));
    if (!parsedMessage.success)
      return refuse("bad_message", "Send a message of the protocol (docs/voice.md).");
    if (parsedMessage.data.type === "key") session?.key(parsedMessage.data.key);
    else if (parsedMessage.data.type === "mute") session?.mute(parsedMessage.data.muted);
    else session?.hangUp();
  };
  socket.on("message", (data, isBinary) => {
    if (isBinary) hear(bufferOf(data));
    else obey(bufferOf(data).toString("utf8"));
  });

  return {
    lagMs: LAG_MS,
    serve(callSession) {
      session = callSession;
    },
    say,
    send(frames) {
      if (socket.readyState !== socket.OPEN || !flows()) return playback.missed();
      for (const frame of frames) socket.send(bytesOf(frame));
    },
    clear() {
      playback.dropped();
      say({ type: "clear" });
    },
    waitForPlayback: playback.ask,
    display(message) {
      // A level is worth nothing later.
      if (message.type === "level" && socket.bufferedAmount > 0) return;
      if (flows()) say(message);
    },
    close(reason) {
      isReported = true;
      early = null;
      clearInterval(ping);
      say({ type: "ended", reason });
      socket.close();
    },
    replace() {
      isReported = true;
      session = undefined;
      socket.close(REPLACED, "replaced");
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
