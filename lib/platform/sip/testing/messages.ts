import { readHeader, readHeaders, type SipMessage } from "../message";

export const OFFER =
  "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 40002 RTP/AVP 0\r\n";

type Request = {
  callId?: string;
  branch?: string;
  cseq?: number;
  toTag?: string;
  fromTag?: string;
  headers?: string[];
  body?: string;
  uri?: string;
};

let lastId = 0;

function joinMessage(lines: string[], body: string, headers: string[]): string {
  const isTyped = headers.some((line) => /^content-type:/i.test(line));
  const type = body === "" || isTyped ? [] : ["Content-Type: application/sdp"];
  return [...lines, ...headers, ...type, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join("\r\n");
}

/** The text of a request of a raw peer. */
export function formatRequest(method: string, options: Request = {}): string {
  const { callId = `call-${++lastId}`, cseq = 1, toTag, fromTag = "peer-tag", headers = [] } = options;
  const branch = options.branch ?? `z9hG4bKraw${++lastId}`;
  const lines = [
    `${method} ${options.uri ?? "sip:+12125550100@127.0.0.1"} SIP/2.0`,
    `Via: SIP/2.0/TCP 127.0.0.1:5060;branch=${branch};rport`,
    "Max-Forwards: 70",
    `From: "Ann" <sip:+13125550111@example.org>;tag=${fromTag}`,
    `To: <sip:+12125550100@127.0.0.1>${toTag ? `;tag=${toTag}` : ""}`,
    `Call-ID: ${callId}`,
    `CSeq: ${cseq} ${method}`,
    "Contact: <sip:ann@127.0.0.1:5060;transport=tcp>",
  ];
  return joinMessage(lines, options.body ?? "", headers);
}

/** The text of a response of a raw peer to a request. */
export function formatResponse(
  request: SipMessage,
  status: string,
  { tag = "raw-tag", headers = [], body = "" }: { tag?: string; headers?: string[]; body?: string } = {},
): string {
  const to = readHeader(request, "to") ?? "";
  const lines = [
    `SIP/2.0 ${status}`,
    ...readHeaders(request, "via").map((via) => `Via: ${via}`),
    `From: ${readHeader(request, "from")}`,
    `To: ${to}${to.includes("tag=") ? "" : `;tag=${tag}`}`,
    `Call-ID: ${readHeader(request, "call-id")}`,
    `CSeq: ${readHeader(request, "cseq")}`,
    "Contact: <sip:raw@127.0.0.1:5060;transport=tcp>",
  ];
  return joinMessage(lines, body, headers);
}
