import type { Body } from "sip.js/lib/core/index.js";
import type { SipConnection } from "./connection";
import type { SipContext } from "./context";
import { createTag } from "./core";
import { readHeader, readHeaders, readParameter, type SipMessage } from "./message";
import { annotateVia, listVias } from "./wire";

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  405: "Method Not Allowed",
  416: "Unsupported URI Scheme",
  420: "Bad Extension",
  481: "Call/Transaction Does Not Exist",
  482: "Loop Detected",
  500: "Server Internal Error",
  503: "Service Unavailable",
  505: "Version Not Supported",
};

/** Wraps SDP for the core. */
export function sdpBody(content: string): Body {
  return { contentDisposition: "session", contentType: "application/sdp", content };
}

/** Answers a request without a transaction: before it is identified, or if the core cannot parse it. */
export function replyDirectly(
  context: SipContext,
  connection: SipConnection,
  message: SipMessage,
  status: number,
  headers: readonly string[] = [],
): void {
  const [first = "", ...following] = listVias(message);
  const to = readHeader(message, "to") ?? "";
  const tag = readParameter(to, "tag") === null ? `;tag=${createTag()}` : "";
  const lines = [
    `SIP/2.0 ${status} ${REASONS[status] ?? "Error"}`,
    ...[annotateVia(first, connection), ...following].map((via) => `Via: ${via}`),
    `From: ${readHeader(message, "from") ?? ""}`,
    `To: ${to}${tag}`,
    `Call-ID: ${readHeader(message, "call-id") ?? ""}`,
    `CSeq: ${readHeader(message, "cseq") ?? ""}`,
    ...readHeaders(message, "timestamp")
      .slice(0, 1)
      .map((value) => `Timestamp: ${value}`),
    ...headers,
    "Server: Parley",
    "Content-Length: 0",
  ];
  const text = `${lines.join("\r\n")}\r\n\r\n`;
  connection.send(text).then(
    () => context.transport.onSent(text, connection),
    () => {},
  );
}
