import { randomBytes } from "node:crypto";
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { WebSocket } from "ws";
import { createResampler, FRAME_MS, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { seriesId } from "@/lib/platform/ids";
import { ACCOUNT_SID, AUTH_TOKEN, PUBLIC, type Up, wallMs } from "./wire";

const CARRIER_HZ = 8_000;
const SILENT = Buffer.alloc((CARRIER_HZ * FRAME_MS) / 1_000, 0xff).toString("base64");
/** How often frames that are due are looked for; a caller's own lateness counts against the product. */
const TICK_MS = 5;

/** Frames of 16 kHz as a carrier sends them. */
export function carried(frames: readonly Int16Array[]): string[] {
  const fall = createResampler(RATE_HZ, CARRIER_HZ);
  return frames.map((frame) => Buffer.from(ulaw.encode(fall.push(frame))).toString("base64"));
}

/** Frames of one burst come closer together: after this nothing is heard any more. */
export const STILL_MS = 100;

/** Recorded events, by the clock of `wallMs`. */
export type Caller = {
  callId: string;
  /** The first frame of each burst of the agent's sound. */
  startedAtMs: number[];
  clears: number[];
  /** When sound of the agent's came last; 0 where none has come. */
  heardMs(): number;
  /** Resolves with the next sound after a silence, the next `clear`, or the end. */
  news(): Promise<void>;
  /** Says frames; resolves with when the first and the last of them were sent. */
  say(frames: readonly string[]): Promise<{ firstMs: number; lastMs: number }>;
  close(): void;
};

/** Prefix of the gateway's audio messages; other messages are JSON. */
const MEDIA = Buffer.from('{"event":"media",');
const PAYLOAD = Buffer.from('"payload":"');
/** How long a message of sound plays, in milliseconds: four letters are three bytes, each an eighth of a millisecond. */
function soundMs(data: Buffer): number {
  const from = data.indexOf(PAYLOAD) + PAYLOAD.length;
  const letters = data.indexOf(0x22, from) - from;
  const padding = data[from + letters - 1] !== 0x3d ? 0 : data[from + letters - 2] !== 0x3d ? 1 : 2;
  return ((letters * 3) / 4 - padding) / (CARRIER_HZ / 1_000);
}

const ticked = new Set<() => void>();
setInterval(() => {
  for (const tick of ticked) tick();
}, TICK_MS).unref();

const attribute = (xml: string, tag: string): string =>
  (new RegExp(`<${tag}[^>]* url="([^"]*)"`).exec(xml)?.[1] ?? "").replaceAll("&amp;", "&");

/** Calls a number and connects. */
export async function call(up: Up, line: Up["lines"]["builtin"]): Promise<Caller> {
  const sid = `CA${randomBytes(16).toString("hex")}`;
  const origin = `127.0.0.1:${up.port}`;
  const address = `http://${PUBLIC}/v1/carriers/twilio/${up.accountId}/voice`;
  const from = `+1212${Math.floor(2_000_000 + Math.random() * 7_000_000)}`;
  const form = { CallSid: sid, AccountSid: ACCOUNT_SID, From: from, To: line.number, CallStatus: "ringing" };
  const response = await fetch(address.replace(PUBLIC, origin), {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": getExpectedTwilioSignature(AUTH_TOKEN, address, form),
    },
    body: new URLSearchParams(form).toString(),
  });
  const stream = attribute(await response.text(), "Stream");
  const socket = new WebSocket(stream.replace(PUBLIC, origin), {
    headers: { "x-twilio-signature": getExpectedTwilioSignature(AUTH_TOKEN, stream, {}) },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  return talk(socket, sid, seriesId("call", `${line.id}|${sid}`, 0));
}

function talk(socket: WebSocket, sid: string, callId: string): Caller {
  const streamSid = `MZ${sid.slice(2)}`;
  const startedAtMs: number[] = [];
  const clears: number[] = [];
  let lastMs = 0;
  let queue: {
    frames: readonly string[];
    at: number;
    firstMs: number;
    done(span: { firstMs: number; lastMs: number }): void;
  } | null = null;
  let chunk = 0;
  const startMs = performance.now() + Math.random() * FRAME_MS;
  const send = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message));
  const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: CARRIER_HZ, channels: 1 };
  send({ event: "connected" });
  send({ event: "start", streamSid, start: { accountSid: ACCOUNT_SID, callSid: sid, mediaFormat } });
  const mediaHead = `{"event":"media","streamSid":"${streamSid}","media":{"track":"inbound","chunk":"`;
  let waiting: (() => void)[] = [];
  const tell = () => {
    const pending = waiting;
    waiting = [];
    for (const go of pending) go();
  };
  const next = (): string => {
    if (queue === null) return SILENT;
    const now = wallMs();
    if (queue.at === 0) queue.firstMs = now;
    const frame = queue.frames[queue.at++] ?? SILENT;
    if (queue.at >= queue.frames.length) {
      const { firstMs, done } = queue;
      queue = null;
      done({ firstMs, lastMs: now });
    }
    return frame;
  };
  const tick = () => {
    while (startMs + chunk * FRAME_MS <= performance.now()) {
      chunk++;
      const message = `${mediaHead}${chunk}","payload":"${next()}"}}`;
      if (socket.readyState === socket.OPEN) socket.send(message);
    }
  };
  ticked.add(tick);
  /** Marks come back once what was sent before them has been played. */
  let playedMs = 0;
  socket.on("message", (data: Buffer) => {
    const now = wallMs();
    if (MEDIA.compare(data, 0, MEDIA.length) === 0) {
      // Sound that follows upon sound is one burst; sentences of a turn may be half a second apart.
      const stillMs = now - lastMs;
      if (stillMs > 250) startedAtMs.push(now);
      lastMs = now;
      playedMs = Math.max(playedMs, now) + soundMs(data);
      if (stillMs > STILL_MS) tell();
      return;
    }
    const message = JSON.parse(data.toString()) as { event: string; mark?: { name: string } };
    if (message.event === "mark")
      setTimeout(() => send({ event: "mark", streamSid, mark: message.mark }), Math.max(0, playedMs - now));
    else if (message.event === "clear") {
      clears.push(now);
      playedMs = now;
      tell();
    }
  });
  let closed = false;
  socket.on("close", () => {
    closed = true;
    ticked.delete(tick);
    // Further speech is discarded.
    queue?.done({ firstMs: Number.NaN, lastMs: Number.NaN });
    queue = null;
    tell();
  });
  return {
    callId,
    startedAtMs,
    clears,
    heardMs: () => lastMs,
    news: () => new Promise((resolve) => waiting.push(resolve)),
    say: (frames) =>
      new Promise((done) => {
        if (closed) return done({ firstMs: Number.NaN, lastMs: Number.NaN });
        queue = { frames, at: 0, firstMs: 0, done };
      }),
    close() {
      send({ event: "stop", streamSid });
      ticked.delete(tick);
      setTimeout(() => socket.close(), 500).unref();
    },
  };
}
