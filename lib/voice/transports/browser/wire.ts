import { endianness } from "node:os";
import type { RawData, WebSocket } from "ws";
import { createFramer, RATE_HZ } from "../../audio";
import { VOICE_LIMITS } from "../../limits";
import { type Message, Said } from "../../schema";
import type { Line, Session } from "../../session/line";
import { allowance } from "../allowance";
import { makeHeard } from "../heard";

const BYTES_PER_S = RATE_HZ * Int16Array.BYTES_PER_ELEMENT;
/** Sound comes as fast as it is spoken; a browser that was busy sends what it has kept at once. */
const SOUND_PER_S = BYTES_PER_S * 1.5;
const SOUND_BURST = BYTES_PER_S * 2;
/** Keys, mutes: nobody is faster. */
const MESSAGES_PER_S = 20;
const MESSAGES_BURST = 40;
/** Messages that are refused before the connection is. */
const MOST_BAD = 20;
/** Two seconds of sound that the other side has not taken: what follows is dropped, as it would be heard too late. */
const MOST_UNSENT = BYTES_PER_S * 2;
/** Of a local network; what the browser keeps to play smoothly is in it. */
const LAG_MS = 60;
/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008;
/** Ours (4000–4999): the same call goes on over another connection. */
const REPLACED = 4000;

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/** The samples of a message: little-endian, whatever this machine is. */
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

/** A connected browser, as a line. */
export type Wire = Line & {
  /** Begins to pass on what comes, to whoever holds the call. */
  serve(session: Session): void;
  say(message: Message): void;
  /** Another connection has taken its place: what happens to this one means nothing any more. */
  replace(): void;
};

/** A WebSocket with PCM both ways and JSON beside it, within limits. `gone` is told when it is closed, however. */
export function makeWire(socket: WebSocket, gone: () => void): Wire {
  const sound = allowance(SOUND_PER_S, SOUND_BURST);
  const messages = allowance(MESSAGES_PER_S, MESSAGES_BURST);
  const framer = createFramer();
  let session: Session | undefined;
  let bad = 0;
  let stuckMs: number | null = null;
  let answers = true;
  let told = false;
  let early: Message[] | null = [];
  const now = () => performance.now();

  const ping = setInterval(() => {
    if (!answers) return socket.terminate();
    answers = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, VOICE_LIMITS.pingMs);
  // A browser answers a ping once it has read what came before it.
  const heard = makeHeard((name) => {
    if (socket.readyState === socket.OPEN) socket.ping(name);
  });
  socket.on("pong", (data) => {
    answers = true;
    heard.came(data.toString());
  });
  const lose = () => {
    clearInterval(ping);
    heard.dropped();
    if (told) return;
    told = true;
    gone();
  };
  socket.on("close", lose);
  // What breaks a connection closes it too: a message that is too long, a frame that is none.
  socket.on("error", () => undefined);

  const say = (message: Message) => {
    // Whatever the session says as it begins follows the message that the protocol begins with.
    if (early !== null && message.type !== "ready") early.push(message);
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    if (message.type !== "ready") return;
    const held = early ?? [];
    early = null;
    for (const one of held) say(one);
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
    if (!sound(bytes.length, now())) return refuse("too_fast", "Send sound as it is spoken.");
    for (const frame of framer.push(samplesOf(bytes))) session?.frame(frame);
  };
  const obey = (text: string) => {
    if (!messages(1, now())) return refuse("too_fast", "Send fewer messages.");
    const said = Said.safeParse(parsed(text));
    if (!said.success) return refuse("bad_message", "Send a message of the protocol (docs/voice.md).");
    if (said.data.type === "key") session?.key(said.data.key);
    else if (said.data.type === "mute") session?.mute(said.data.muted);
    else session?.hangUp();
  };
  socket.on("message", (data, isBinary) => {
    if (isBinary) hear(bufferOf(data));
    else obey(bufferOf(data).toString("utf8"));
  });

  return {
    lagMs: LAG_MS,
    serve(held) {
      session = held;
    },
    say,
    send(frames) {
      if (socket.readyState !== socket.OPEN || !flows()) return heard.missed();
      for (const frame of frames) socket.send(bytesOf(frame));
    },
    clear() {
      heard.dropped();
      say({ type: "clear" });
    },
    heard: heard.ask,
    tell(message) {
      // A level is worth nothing later.
      if (message.type === "level" && socket.bufferedAmount > 0) return;
      if (flows()) say(message);
    },
    close(reason) {
      told = true;
      early = null;
      clearInterval(ping);
      say({ type: "ended", reason });
      socket.close();
    },
    replace() {
      told = true;
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
