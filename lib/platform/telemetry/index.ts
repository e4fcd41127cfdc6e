export type { SpanAttributes } from "./attributes";
export { type JobOrigin, parseOrigin } from "./job-origin";
export {
  annotateSpan,
  errorType,
  isTracing,
  logFields,
  originOfJobs,
  type Span,
  setRequestId,
  startSpan,
  withSpan,
} from "./span";
export { parseTraceparent, type RemoteSpan } from "./traceparent";
