import { readHeader, type SipMessage } from "./message";

/** Parts of a multipart body that are read. */
const MAX_PARTS = 10;

/** The SDP of a message: its body, or the SDP part of a multipart body. Null if it has none. */
export function extractSdp(message: SipMessage): string | null {
  if (message.body === "") return null;
  const contentType = readHeader(message, "content-type") ?? "";
  const [type = ""] = contentType.split(";");
  switch (type.trim().toLowerCase()) {
    case "application/sdp":
      return message.body;
    case "multipart/mixed":
    case "multipart/alternative":
    case "multipart/related":
      return extractPart(message.body, contentType);
    default:
      return null;
  }
}

function extractPart(body: string, contentType: string): string | null {
  const parameter = contentType.split(";").find((part) => part.trim().toLowerCase().startsWith("boundary="));
  const boundary = parameter
    ?.slice(parameter.indexOf("=") + 1)
    .trim()
    .replaceAll('"', "");
  if (!boundary) return null;
  const parts = body.split(`--${boundary}`, MAX_PARTS + 1).slice(1);
  for (const part of parts) {
    const headEnd = part.indexOf("\r\n\r\n");
    if (headEnd === -1) continue;
    const lines = part.slice(0, headEnd).toLowerCase().split("\r\n");
    const isSdp = lines.some((line) => line.replaceAll(" ", "").startsWith("content-type:application/sdp"));
    if (isSdp) return `${part.slice(headEnd + 4).trimEnd()}\r\n`;
  }
  return null;
}
