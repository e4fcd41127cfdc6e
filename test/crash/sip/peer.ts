// A carrier of SIP over TCP in a separate process, written against RFC 3261 without the product's code. It logs each INVITE:
//   node crash-sip-peer.js <log> <seed>      prints its port
import { appendFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { chance, pick } from "../seeded";
import type { PeerLine } from "./peer-log";

const [log = "", seed = ""] = process.argv.slice(2);
/** `mute`: no response at all. `rings`: until the caller cancels. */
const FATES: readonly (readonly [string, number])[] = [
  ["answered", 40],
  ["486 Busy Here", 20],
  ["480 Temporarily Unavailable", 17],
  ["603 Decline", 8],
  ["503 Service Unavailable", 8],
  ["mute", 3],
  ["rings", 4],
];
/** Maximum delays before a response, and of a conversation. */
const DELAY_MS = 1_000;
const TALK_MS = 1_500;
const SDP = [
  ...["v=0", "o=peer 1 1 IN IP4 127.0.0.1", "s=-", "c=IN IP4 127.0.0.1", "t=0 0"],
  ...["m=audio 9 RTP/AVP 0", "a=rtpmap:0 PCMU/8000", ""],
].join("\r\n");

type Message = { first: string; headers: readonly [string, string][] };
const write = (line: PeerLine) => appendFileSync(log, `${JSON.stringify(line)}\n`);
const all = ({ headers }: Message, name: string) =>
  headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
const only = (message: Message, name: string) => all(message, name)[0] ?? "";

/** Reads messages out of a stream; the rest is kept for the next bytes. */
function createReader(onMessage: (message: Message) => void) {
  let text = "";
  return (chunk: Buffer) => {
    text = (text + chunk.toString("latin1")).replace(/^[\r\n]+/, "");
    for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
      const [first = "", ...lines] = text.slice(0, end).split("\r\n");
      const headers = lines.map((line): [string, string] => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      });
      const message = { first, headers };
      const length = Number(only(message, "content-length") || "0");
      if (text.length < end + 4 + length) return;
      text = text.slice(end + 4 + length).replace(/^[\r\n]+/, "");
      onMessage(message);
    }
  };
}

const send = (socket: Socket, lines: readonly string[], body = "") => {
  if (socket.destroyed) return;
  const type = body === "" ? [] : ["Content-Type: application/sdp"];
  socket.write(`${[...lines, ...type, `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n${body}`);
};

const reply = (socket: Socket, request: Message, status: string, body = "") => {
  const to = only(request, "to");
  const tagged = status.startsWith("100") || to.includes(";tag=") ? to : `${to};tag=peer`;
  send(
    socket,
    [
      `SIP/2.0 ${status}`,
      ...all(request, "via").map((via) => `Via: ${via}`),
      `From: ${only(request, "from")}`,
      `To: ${tagged}`,
      `Call-ID: ${only(request, "call-id")}`,
      `CSeq: ${only(request, "cseq")}`,
      `Contact: <sip:peer@127.0.0.1:${socket.localPort};transport=tcp>`,
    ],
    body,
  );
};

const bye = (socket: Socket, invite: Message) =>
  send(socket, [
    `BYE ${/<([^>]*)>/.exec(only(invite, "contact"))?.[1] ?? ""} SIP/2.0`,
    `Via: SIP/2.0/TCP 127.0.0.1:${socket.localPort};branch=z9hG4bK${only(invite, "call-id")}`,
    `From: ${only(invite, "to")};tag=peer`,
    `To: ${only(invite, "from")}`,
    `Call-ID: ${only(invite, "call-id")}`,
    "CSeq: 1 BYE",
    "Max-Forwards: 70",
  ]);

const server = createServer((socket) => {
  const pending = new Map<string, Message>();
  async function decide(invite: Message): Promise<void> {
    const to = /^INVITE sip:(\+?[0-9]+)@/.exec(invite.first)?.[1] ?? "";
    const callId = only(invite, "call-id");
    const fate = pick(FATES, chance(seed, to, "fate"));
    write({ event: "invite", to, callId, fate });
    if (fate === "mute") return;
    pending.set(callId, invite);
    reply(socket, invite, "100 Trying");
    await pause(DELAY_MS * chance(seed, to, "delay"));
    if (!pending.has(callId)) return;
    reply(socket, invite, "180 Ringing");
    if (fate === "rings") return;
    await pause(DELAY_MS * chance(seed, to, "ring"));
    if (!pending.delete(callId)) return;
    if (fate !== "answered") return reply(socket, invite, fate);
    reply(socket, invite, "200 OK", SDP);
    await pause(TALK_MS * chance(seed, to, "talk"));
    bye(socket, invite);
  }
  function receive(message: Message): void {
    const [method = ""] = message.first.split(" ");
    const callId = only(message, "call-id");
    if (method === "INVITE") return void decide(message);
    if (method === "CANCEL") {
      reply(socket, message, "200 OK");
      const invite = pending.get(callId);
      if (invite !== undefined && pending.delete(callId)) reply(socket, invite, "487 Request Terminated");
      return;
    }
    if (method !== "ACK" && !method.startsWith("SIP/")) reply(socket, message, "200 OK");
  }
  socket.on("data", createReader(receive));
  socket.on("error", () => undefined);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`${address.port}\n`);
});
// It exits with its parent.
process.stdin.on("end", () => process.exit(0)).resume();
