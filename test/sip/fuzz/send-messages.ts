import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { MessageReader, SipFramingError } from "../../../lib/platform/sip/framing";
import { createMessage } from "./create-message";
import type { DialogTags } from "./generate-message";
import type { Random } from "./random";

const CONNECTIONS = 12;
const MAX_MESSAGES = 40;
/** A connection that the endpoint neither answers nor closes; the next one follows. */
const PROBE_MS = 2_000;
/** Dialogs of the endpoint that later messages belong to. */
const MAX_DIALOGS = 40;

/** The state of a fuzz run. */
export type FuzzRun = {
  port: number;
  random: Random;
  corpus: readonly string[];
  dialogs: DialogTags[];
  /** Responses by the first digit of their status. */
  responses: Record<string, number>;
  isRunning(): boolean;
};

const createProbe = (id: string): string =>
  [
    "OPTIONS sip:probe@127.0.0.1 SIP/2.0",
    `Via: SIP/2.0/TCP 127.0.0.1:9;branch=z9hG4bK${id}`,
    ...["From: <sip:probe@a>;tag=p", "To: <sip:probe@a>", `Call-ID: ${id}`, "CSeq: 1 OPTIONS"],
    ...["Max-Forwards: 70", "Content-Length: 0", "", ""],
  ].join("\r\n");

/** Counts the responses of a connection, and keeps the tags of their dialogs. */
function readResponses(run: FuzzRun, text: string): void {
  for (const [, digit = ""] of text.matchAll(/^SIP\/2\.0 ([1-6])\d\d/gm))
    run.responses[digit] = (run.responses[digit] ?? 0) + 1;
  for (const response of text.split(/^(?=SIP\/2\.0 )/m)) {
    if (!/^SIP\/2\.0 (?:18\d|200)/.test(response) || !response.includes("INVITE\r\n")) continue;
    const callId = /^Call-ID: (.{1,200})\r$/im.exec(response)?.[1];
    const fromTag = /^From: .{1,500};tag=([\w.-]{1,80})/im.exec(response)?.[1];
    const toTag = /^To: .{1,500};tag=([\w.-]{1,80})/im.exec(response)?.[1];
    if (!callId || !fromTag || !toTag) continue;
    run.dialogs.push({ callId, fromTag, toTag });
    if (run.dialogs.length > MAX_DIALOGS) run.dialogs.shift();
  }
}

/** Resolves when the endpoint has answered the probe or closed the connection, or after a time. */
function waitForProbe(socket: Socket, run: FuzzRun, id: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PROBE_MS);
    let text = "";
    const end = () => {
      clearTimeout(timer);
      readResponses(run, text);
      resolve();
    };
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (text.includes(`Call-ID: ${id}\r\n`)) end();
    });
    socket.once("close", end);
  });
}

/** Whether a stream continues behind a message: the endpoint closes it at other bytes, or waits for more. */
function isFramed(message: Buffer): boolean {
  const reader = new MessageReader();
  try {
    reader.push(message);
    return !reader.isPartial;
  } catch (error) {
    if (error instanceof SipFramingError) return false;
    throw error;
  }
}

/** Messages for a connection, of which the last alone may end it. Further ones that would are left out. */
function createBatch({ random, corpus, dialogs }: FuzzRun, max: number): Buffer[] {
  const count = Math.min(max, 1 + random.integer(MAX_MESSAGES));
  const messages = Array.from({ length: count }, () => createMessage(random, corpus, dialogs));
  const framed = messages.filter(isFramed);
  return [...framed, ...messages.filter((message) => !isFramed(message)).slice(0, 1)];
}

/** Sends a few messages over a separate connection, and waits until they are handled. Returns their number. */
async function sendOverConnection(run: FuzzRun, max: number): Promise<number> {
  const messages = createBatch(run, max);
  const last = messages.at(-1);
  const id = `probe${run.random.integer(2 ** 31).toString(36)}`;
  const socket = connect(run.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const answered = waitForProbe(socket, run, id);
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  for (const message of messages) if (message !== last) socket.write(message);
  if (last && isFramed(last)) socket.write(last);
  socket.write(createProbe(id));
  await answered;
  if (last && !isFramed(last)) socket.write(last);
  socket.destroySoon();
  return messages.length;
}

/** Sends a number of messages over several connections at once. */
export async function sendMessages(run: FuzzRun, total: number): Promise<void> {
  let started = 0;
  async function work(): Promise<void> {
    while (started < total && run.isRunning()) {
      const max = Math.min(MAX_MESSAGES, total - started);
      started += max;
      const sent = await sendOverConnection(run, max);
      started += sent - max;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}
