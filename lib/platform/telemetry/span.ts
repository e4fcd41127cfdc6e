import type { AsyncLocalStorage } from "node:async_hooks";
import { globalSingleton } from "@/lib/platform/global-singleton";
import type { SpanAttributes } from "./attributes";
import { formatOrigin, type JobOrigin } from "./job-origin";
import type { RemoteSpan } from "./traceparent";

/** OpenTelemetry's kinds of spans: the numbers of `SpanKind` in @opentelemetry/api. */
const KINDS = { internal: 0, server: 1, client: 2, consumer: 4 } as const;
export type SpanKindName = keyof typeof KINDS;

/** A span in progress. Does nothing while traces are off. */
export type Span = {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a code or a class, never a message. */
  fail(type: string): void;
  end(): void;
};
export type RecordedSpan = Span & { readonly identity: RemoteSpan };

type SpanOptions = {
  kind?: SpanKindName;
  attributes?: SpanAttributes;
  /** A span of another process that this one continues. It replaces the span in progress. */
  parent?: RemoteSpan | null;
  /** A span of another trace that caused this one. */
  link?: RemoteSpan | null;
  /** Starts a trace, also within a span in progress. */
  isRoot?: boolean;
  /** Only within a span in progress: work in the background, such as heartbeats, would be a trace for each statement. */
  isNestedOnly?: boolean;
  /** The work ends the span if it succeeds: its result is a stream, and the span lasts as long. */
  endsLater?: boolean;
};

export type SpanStart = {
  name: string;
  kind: number;
  attributes: SpanAttributes;
  parent: RemoteSpan | null;
  link: RemoteSpan | null;
};

/** The span in progress, and the request or job that it belongs to. */
type Frame = { readonly span: RecordedSpan; readonly request: { id: string | null; readonly depth: number } };

type Tracing = { start(span: SpanStart): RecordedSpan; frames: AsyncLocalStorage<Frame> };

const shared = globalSingleton<{ tracing?: Tracing }>("telemetry.tracing", () => ({}));

/** Turns traces on, or off with null. Only `startTracing` and tests call it. */
export function setTracing(tracing: Tracing | null): void {
  if (tracing === null) delete shared.tracing;
  else shared.tracing = tracing;
}

/** Whether spans are recorded. Use it to skip work that only a span needs. */
export const isTracing = (): boolean => shared.tracing !== undefined;

const NO_SPAN: Span = { set: () => undefined, fail: () => undefined, end: () => undefined };

/** A failure's class or code for `error.type`. Messages can quote data, so they are left out. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = typeof code === "string" ? code : name;
  return typeof type === "string" ? type : "unknown";
}

const startIn = (
  { start, frames }: Tracing,
  name: string,
  { kind = "internal", attributes = {}, parent, link = null, isRoot = false }: SpanOptions,
): RecordedSpan => {
  const current = isRoot ? null : (frames.getStore()?.span.identity ?? null);
  return start({ name, kind: KINDS[kind], attributes, parent: parent ?? current, link });
};

/** Starts a span that does not become the parent of others. The caller ends it. */
export const startSpan = (name: string, options: SpanOptions = {}): Span =>
  shared.tracing === undefined ? NO_SPAN : startIn(shared.tracing, name, options);

/**
 * Runs `work` in a span, which is the parent of the spans that the work starts, and ends with it. A rejection marks it as
 * failed. `request`: the request or job that begins here. While traces are off, this only calls `work`.
 */
export async function withSpan<T>(
  name: string,
  options: SpanOptions & { request?: { id: string | null; depth: number } },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { tracing } = shared;
  if (tracing === undefined) return work(NO_SPAN);
  if (options.isNestedOnly === true && tracing.frames.getStore() === undefined) return work(NO_SPAN);
  const span = startIn(tracing, name, options);
  const request = options.request ?? tracing.frames.getStore()?.request ?? { id: null, depth: 0 };
  try {
    const result = await tracing.frames.run({ span, request }, () => work(span));
    if (options.endsLater !== true) span.end();
    return result;
  } catch (error) {
    span.fail(errorType(error));
    span.end();
    throw error;
  }
}

/** Adds attributes to the span in progress. */
export const annotateSpan = (attributes: SpanAttributes): void =>
  shared.tracing?.frames.getStore()?.span.set(attributes);

/** Names the request that the span in progress belongs to, once its id exists. */
export function setRequestId(id: string): void {
  const frame = shared.tracing?.frames.getStore();
  if (frame === undefined) return;
  frame.request.id = id;
  frame.span.set({ "parley.request.id": id });
}

/** The fields of a log line that lead to its request and trace; empty while traces are off. */
export function logFields(): Record<string, string> {
  const frame = shared.tracing?.frames.getStore();
  if (frame === undefined) return {};
  const { traceId, spanId } = frame.span.identity;
  const { id } = frame.request;
  return { ...(id !== null && { requestId: id }), traceId, spanId };
}

/**
 * The origin of jobs that `requestId` enqueues now, as text for their payload; null without a request. While traces are
 * off, the id is the only part that is known.
 */
export function originOfJobs(requestId: string | undefined): string | null {
  const frame = shared.tracing?.frames.getStore();
  const id = requestId ?? frame?.request.id;
  if (id === undefined || id === null) return null;
  const origin: JobOrigin = {
    requestId: id,
    span: frame?.span.identity ?? null,
    depth: frame?.request.depth ?? 0,
  };
  return formatOrigin(origin);
}
