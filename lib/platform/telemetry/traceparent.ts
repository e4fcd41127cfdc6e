/** The identity of a span in another process (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
export type RemoteSpan = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
/** The version that the standard reserves as invalid. */
const INVALID_VERSION = "ff";
const VERSION = "00";
const VERSION_LENGTH = 55;
const SAMPLED = 1;
const ZEROS = /^0+$/;

/** Parses a `traceparent` header; null if it is missing or not valid. */
export function parseTraceparent(text: string | null | undefined): RemoteSpan | null {
  const [, version, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(text ?? "") ?? [];
  if (version === undefined || version === INVALID_VERSION) return null;
  // Later versions may append fields; version 00 has none.
  if (version === VERSION && text?.length !== VERSION_LENGTH) return null;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Formats a span as a `traceparent` of version 00. */
export const formatTraceparent = ({ traceId, spanId, isSampled }: RemoteSpan): string =>
  `${VERSION}-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
