import { expect, test } from "vitest";
import { formatOrigin, parseOrigin } from "./job-origin";
import { formatTraceparent, parseTraceparent } from "./traceparent";

const requestId = `req_${"a".repeat(26)}`;
const span = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", isSampled: true };

test("an origin is read back from a job's payload, with and without a trace", () => {
  for (const origin of [
    { requestId, depth: 0, span: null },
    { requestId, depth: 12, span },
    { requestId, depth: 1, span: { ...span, isSampled: false } },
  ])
    expect(parseOrigin({ callId: "call_1", origin: formatOrigin(origin) })).toEqual(origin);
});

test.each([null, undefined, {}, { origin: 1 }, { origin: "req_1 0 -" }, { origin: `${requestId} x -` }])(
  "a payload without a valid origin has none: %j",
  (payload) => expect(parseOrigin(payload)).toBeNull(),
);

test("a traceparent is read as W3C Trace Context says", () => {
  const text = formatTraceparent(span);
  expect(text).toBe("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  expect(parseTraceparent(text)).toEqual(span);
  // A later version can have more fields; flags other than the first are ignored.
  expect(parseTraceparent(`cc${text.slice(2)}-more`)).toEqual(span);
  for (const invalid of [null, "", `${text}-more`, `ff${text.slice(2)}`, text.toUpperCase(), text.slice(1)])
    expect(parseTraceparent(invalid)).toBeNull();
  expect(parseTraceparent(`00-${"0".repeat(32)}-${span.spanId}-01`)).toBeNull();
  expect(parseTraceparent(`00-${span.traceId}-${"0".repeat(16)}-01`)).toBeNull();
});
