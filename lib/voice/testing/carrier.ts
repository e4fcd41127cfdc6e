import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { WebSocket } from "ws";
import { createResampler, FRAME_MS, RATE_HZ, ulaw } from "../audio";

const CARRIER_HZ = 8_000;
const SILENT = Buffer.alloc((CARRIER_HZ * FRAME_MS) / 1_000, 0xff);

/** How somebody's telephone behaves, and the way to it. */
export type Subscriber = {
  answers?: "human" | "machine_start" | "busy" | "no-answer" | "failed";
  /** Frames come so much later than their time at most, and out of order where that is more than a frame. */
  jitterMs?: number;
  /** Of a hundred frames, so many never come, and so many come twice. */
  lost?: number;
  twice?: number;
  format?: object;
  accountSid?: string;
  /** Never says that what it was sent has been played. */
  noMarks?: boolean;
};
type Form = Record<string, string>;
type Message = { event: string; streamSid?: string; media?: { payload: string }; mark?: { name: string } };
export type Placed = { sid: string; form: URLSearchParams; status: string; createdAt: Date };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let sids = 0;
export const callSid = (): string => `CA${(++sids).toString(16).padStart(32, "0")}`;
const attribute = (xml: string, tag: string, name: string): string | null => {
  const found = new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(xml)?.[1];
  return found === undefined ? null : found.replaceAll("&amp;", "&");
};

/** A telephone in a media stream: it talks and listens in real time, and plays what it is sent as it comes due. */
export async function openStream(
  url: string,
  given: Subscriber & { signature: string; accountSid: string; sid: string },
) {
  const { jitterMs = 0, lost = 0, twice = 0 } = given;
  const socket = new WebSocket(url, { headers: { "x-twilio-signature": given.signature } });
  const streamSid = `MZ${given.sid.slice(2)}`;
  const rise = createResampler(CARRIER_HZ, RATE_HZ);
  const fall = createResampler(RATE_HZ, CARRIER_HZ);
  const heard: { atMs: number; level: number }[] = [];
  const clears: number[] = [];
  let queue: Message[] = [];
  let speaking: Buffer[] = [];
  let closed = false;
  let chunk = 0;
  const send = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const echo = (message: Message) => {
    if (given.noMarks !== true) send({ event: "mark", streamSid, mark: message.mark });
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
    } else queue.push(message);
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
  const media = (codes: Buffer) => {
    const number = ++chunk;
    const payload = codes.toString("base64");
    const message = {
      event: "media",
      streamSid,
      sequenceNumber: String(number + 1),
      media: { track: "inbound", chunk: String(number), timestamp: String(number * FRAME_MS), payload },
    };
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
  const began = performance.now();
  const timer = setInterval(() => {
    if (closed) return clearInterval(timer);
    for (; began + ticks * FRAME_MS <= performance.now(); ticks++) {
      media(speaking.shift() ?? SILENT);
      playMarks();
      const next = queue.shift();
      if (next?.media === undefined) continue;
      const samples = rise.push(ulaw.decode(Buffer.from(next.media.payload, "base64")));
      heard.push({ atMs: performance.now(), level: Math.max(...samples.map(Math.abs)) });
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
      accountSid: given.accountSid,
      callSid: given.sid,
      tracks: ["inbound"],
      mediaFormat: given.format ?? { encoding: "audio/x-mulaw", sampleRate: CARRIER_HZ, channels: 1 },
    },
  });
  const over = new Promise<void>((resolve) => {
    if (status !== 101) resolve();
    socket.on("close", () => resolve());
  });
  return {
    status,
    socket,
    heard,
    clears,
    over,
    isClosed: () => closed,
    /** Says frames of 16 kHz; resolves when the last was sent. */
    async say(frames: readonly Int16Array[]) {
      speaking = frames.map((frame) => Buffer.from(ulaw.encode(fall.push(frame))));
      while (speaking.length > 0 && !closed) await pause(FRAME_MS);
    },
    press: (digit: string) => send({ event: "dtmf", streamSid, dtmf: { track: "inbound_track", digit } }),
    raw: (data: string | Buffer) => socket.send(data),
    hangUp: () => send({ event: "stop", streamSid, stop: { callSid: given.sid } }),
    drop: () => socket.terminate(),
    /** Sends nothing any more, and keeps the connection. */
    freeze: () => clearInterval(timer),
  };
}
export type Stream = Awaited<ReturnType<typeof openStream>>;

/**
 * A stand-in for Twilio, over real sockets: REST as it takes calls, webhooks as it signs them, and streams. `reach`: an
 * address of the product's as it is reached here.
 */
export async function openCarrier(given: {
  accountSid: string;
  token: string;
  reach(address: string): string;
}) {
  const calls: Placed[] = [];
  const subscribers = new Map<string, Subscriber>();
  let lastAnswer = "";
  let breaks = false;

  /** Asks the product something, signed unless told. */
  async function post(address: string, form: Form, token = given.token) {
    const response = await fetch(given.reach(address), {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": getExpectedTwilioSignature(token, address, form),
      },
      body: new URLSearchParams(form).toString(),
    });
    return { status: response.status, text: await response.text() };
  }
  const stream = (address: string, sid: string, how: Subscriber = {}, token = given.token) =>
    openStream(given.reach(address), {
      ...how,
      accountSid: how.accountSid ?? given.accountSid,
      sid,
      signature: getExpectedTwilioSignature(token, address, {}),
    });
  /** Does what an answer says: a stream where it connects one, and asks how to go on once that has ended. */
  async function follow(xml: string, form: Form, how: Subscriber = {}): Promise<Stream | null> {
    lastAnswer = xml;
    const url = attribute(xml, "Stream", "url");
    const after = attribute(xml, "Connect", "action");
    if (url === null) return null;
    const opened = await stream(url, form.CallSid ?? "", how);
    // A product that has stopped meanwhile is asked in vain.
    const onward = async () => {
      if (after !== null) lastAnswer = (await post(after, form)).text;
    };
    void opened.over.then(onward).catch(() => undefined);
    return opened;
  }
  const resource = ({ sid, form, status, createdAt }: Placed) => ({
    sid,
    to: form.get("To"),
    from: form.get("From"),
    status,
    date_created: createdAt.toUTCString(),
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const form = new URLSearchParams(await text(request));
    const answer = (status: number, json: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(json));
    };
    const one = calls.find(({ sid }) => pathname.endsWith(`/Calls/${sid}.json`));
    if (one !== undefined) {
      if (["completed", "busy", "failed", "no-answer", "canceled"].includes(one.status))
        return answer(400, { code: 21220 });
      one.status = "completed";
      return answer(200, resource(one));
    }
    if (!pathname.endsWith("/Calls.json")) return answer(404, { code: 20404 });
    if (request.method === "GET") {
      const to = searchParams.get("To");
      return answer(200, { calls: calls.filter(({ form: f }) => f.get("To") === to).map(resource) });
    }
    const placed: Placed = { sid: callSid(), form, status: "queued", createdAt: new Date() };
    calls.push(placed);
    // It has been taken, and nobody is told.
    if (breaks) return void request.socket.destroy();
    answer(201, resource(placed));
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    post,
    stream,
    follow,
    lastAnswer: () => lastAnswer,
    breaks(next: boolean) {
      breaks = next;
    },
    subscriber(number: string, how: Subscriber) {
      subscribers.set(number, how);
    },
    /** What was placed to a number rings, and is answered as its subscriber does. */
    async ring(number: string): Promise<Stream | null> {
      const placed = calls.findLast(({ form }) => form.get("To") === number);
      if (placed === undefined) throw new Error("Nobody has called this number.");
      const how = subscribers.get(number) ?? {};
      const { answers = "human" } = how;
      const common = {
        CallSid: placed.sid,
        AccountSid: given.accountSid,
        From: placed.form.get("From") ?? "",
        To: number,
      };
      const news = (status: string) =>
        post(placed.form.get("StatusCallback") ?? "", { ...common, CallStatus: status });
      await news("initiated");
      placed.status = "ringing";
      await news("ringing");
      if (answers !== "human" && answers !== "machine_start") {
        placed.status = answers;
        await news(answers);
        await news(answers);
        await news("ringing");
        return null;
      }
      placed.status = "in-progress";
      const form = { ...common, CallStatus: "in-progress", AnsweredBy: answers };
      const { text: xml } = await post(placed.form.get("Url") ?? "", form);
      await news("in-progress");
      const opened = await follow(xml, form, how);
      if (opened === null) {
        placed.status = "completed";
        await news("completed");
      } else
        void opened.over
          .then(() => {
            placed.status = "completed";
            return news("completed");
          })
          .catch(() => undefined);
      return opened;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Carrier = Awaited<ReturnType<typeof openCarrier>>;
