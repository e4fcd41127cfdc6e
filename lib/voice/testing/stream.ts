import { WebSocket } from "ws";
import { createResampler, FRAME_MS, RATE_HZ, ulaw } from "@/lib/platform/audio";

const CARRIER_HZ = 8_000;
const SILENT = Buffer.alloc((CARRIER_HZ * FRAME_MS) / 1_000, 0xff);
/** The sound from the other side of a bridge: a hum, as loud as a voice. */
const HUM = Buffer.alloc((CARRIER_HZ * FRAME_MS) / 1_000, Buffer.from([0x20, 0x20, 0xa0, 0xa0]));

/** How a telephone's stream behaves. */
export type StreamManner = {
  /** Frames come so much later than their time at most, and out of order where that is more than a frame. */
  jitterMs?: number;
  /** Of a hundred frames, so many never come, and so many come twice. */
  lost?: number;
  twice?: number;
  format?: object;
  accountSid?: string;
  /** Never says that what it was sent has been played. */
  noMarks?: boolean;
  /** A copy of what both sides say; it plays nothing. */
  copy?: boolean;
};
type Message = { event: string; streamSid?: string; media?: { payload: string }; mark?: { name: string } };
/** Each stream of a call has another ID. */
let streams = 0;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A telephone in a media stream: it talks and listens in real time, and plays what it is sent as it comes due. */
export async function openStream(
  url: string,
  options: StreamManner & { signature: string; accountSid: string; sid: string },
) {
  const { jitterMs = 0, lost = 0, twice = 0 } = options;
  const socket = new WebSocket(url, { headers: { "x-twilio-signature": options.signature } });
  const streamSid = `MZ${(++streams).toString(16).padStart(32, "0")}`;
  const rise = createResampler(CARRIER_HZ, RATE_HZ);
  const fall = createResampler(RATE_HZ, CARRIER_HZ);
  const levels: { atMs: number; level: number }[] = [];
  const clears: number[] = [];
  let queue: Message[] = [];
  let speaking: Buffer[] = [];
  let closed = false;
  let hasHungUp = false;
  let chunk = 0;
  const send = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const echo = (message: Message) => {
    if (options.noMarks !== true) send({ event: "mark", streamSid, mark: message.mark });
  };
  const playMarks = () => {
    for (let next = queue[0]; next?.event === "mark"; next = queue[0]) {
      queue.shift();
      echo(next);
    }
  };
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.event === "clear") {
      clears.push(performance.now());
      const marks = queue.filter(({ event }) => event === "mark");
      queue = [];
      for (const mark of marks) echo(mark);
    } else if (message.media === undefined) queue.push(message);
    else {
      // It plays 20 ms at a time, however much came at once.
      const codes = Buffer.from(message.media.payload, "base64");
      for (let at = 0; at < codes.length; at += SILENT.length)
        queue.push({
          event: "media",
          media: { payload: codes.subarray(at, at + SILENT.length).toString("base64") },
        });
    }
  });
  /** The status of a handshake that is refused; 101 where it is not. */
  const status = await new Promise<number>((resolve) => {
    socket.on("open", () => resolve(101));
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => resolve(0));
  });
  socket.on("close", () => {
    closed = true;
  });
  const mediaOf = (track: string, number: number, codes: Buffer) => ({
    event: "media",
    streamSid,
    sequenceNumber: String(number + 1),
    media: {
      track,
      chunk: String(number),
      timestamp: String(number * FRAME_MS),
      payload: codes.toString("base64"),
    },
  });
  const media = (codes: Buffer) => {
    const number = ++chunk;
    const message = mediaOf("inbound", number, codes);
    if (options.copy === true) send(mediaOf("outbound", number, HUM));
    if (number % 100 < lost) return;
    const copies = number % 100 >= 100 - twice ? 2 : 1;
    // A rule instead of chance, so that each run is the same.
    const lateMs = jitterMs * (((number * 7) % 10) / 10);
    for (let i = 0; i < copies; i++) {
      if (lateMs < 1) send(message);
      else setTimeout(() => send(message), lateMs);
    }
  };
  let ticks = 0;
  const startedAtMs = performance.now();
  const timer = setInterval(() => {
    if (closed) return clearInterval(timer);
    for (; startedAtMs + ticks * FRAME_MS <= performance.now(); ticks++) {
      media(speaking.shift() ?? (options.copy === true ? HUM : SILENT));
      playMarks();
      const next = queue.shift();
      if (next?.media === undefined) continue;
      const samples = rise.push(ulaw.decode(Buffer.from(next.media.payload, "base64")));
      levels.push({ atMs: performance.now(), level: Math.max(...samples.map(Math.abs)) });
      playMarks();
    }
  }, FRAME_MS / 4);
  if (status !== 101) clearInterval(timer);
  send({ event: "connected", protocol: "Call", version: "1.0.0" });
  send({
    event: "start",
    streamSid,
    sequenceNumber: "1",
    start: {
      streamSid,
      accountSid: options.accountSid,
      callSid: options.sid,
      tracks: ["inbound"],
      mediaFormat: options.format ?? { encoding: "audio/x-mulaw", sampleRate: CARRIER_HZ, channels: 1 },
    },
  });
  const over = new Promise<void>((resolve) => {
    if (status !== 101) resolve();
    socket.on("close", () => resolve());
  });
  return {
    status,
    socket,
    heard: levels,
    clears,
    over,
    isClosed: () => closed,
    /** Frames that were sent so far. */
    sent: () => chunk,
    /** Says frames of 16 kHz; resolves when the last was sent. */
    async say(frames: readonly Int16Array[]) {
      speaking = frames.map((frame) => Buffer.from(ulaw.encode(fall.push(frame))));
      while (speaking.length > 0 && !closed) await pause(FRAME_MS);
    },
    press: (digit: string) => send({ event: "dtmf", streamSid, dtmf: { track: "inbound_track", digit } }),
    raw: (data: string | Buffer) => socket.send(data),
    hangUp: () => {
      hasHungUp = true;
      send({ event: "stop", streamSid, stop: { callSid: options.sid } });
    },
    /** Whether the caller has ended the call. */
    hasHungUp: () => hasHungUp,
    drop: () => socket.terminate(),
    /** Sends nothing any more, and keeps the connection. */
    freeze: () => clearInterval(timer),
  };
}
export type Stream = Awaited<ReturnType<typeof openStream>>;
