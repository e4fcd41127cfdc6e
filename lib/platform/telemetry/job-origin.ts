import { formatTraceparent, parseTraceparent, type RemoteSpan } from "./traceparent";

/** The request that caused a job: its id, and its span while traces are on. */
export type JobOrigin = {
  readonly requestId: string;
  readonly span: RemoteSpan | null;
  /** Jobs between the request and this one. */
  readonly depth: number;
};

const ORIGIN = /^(req_[0-9a-z]{26}) (\d{1,3}) (-|[0-9a-f-]{55})$/;
const MAX_DEPTH = 999;

/** Formats an origin for a job's payload: request id, depth and traceparent or `-`. */
export const formatOrigin = ({ requestId, span, depth }: JobOrigin): string =>
  `${requestId} ${Math.min(depth, MAX_DEPTH)} ${span === null ? "-" : formatTraceparent(span)}`;

/** The origin in a job's payload; null for a scheduled job, and for a job of an earlier release. */
export function parseOrigin(payload: unknown): JobOrigin | null {
  const { origin } = (payload ?? {}) as { origin?: unknown };
  const [, requestId, depth, traceparent] = (typeof origin === "string" && ORIGIN.exec(origin)) || [];
  if (requestId === undefined) return null;
  return { requestId, depth: Number(depth), span: parseTraceparent(traceparent) };
}
