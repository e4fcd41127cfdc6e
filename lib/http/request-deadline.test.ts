import { afterEach, expect, it } from "vitest";
import { baseHeaders } from "./base-headers";
import { answerByDeadline, REQUEST_DEADLINE } from "./request-deadline";
import type { Exchange } from "./respond";
import type { Spec } from "./spec";

const { ms } = REQUEST_DEADLINE;
afterEach(() => {
  REQUEST_DEADLINE.ms = ms;
});

function openExchange(spec: Partial<Spec> = {}): { exchange: Exchange; leave: () => void } {
  const client = new AbortController();
  const request = new Request("http://localhost/v1/calls", { method: "POST", signal: client.signal });
  const exchange: Exchange = {
    spec: { summary: "Test", capability: null, ...spec } as Spec,
    request,
    requestId: "req_1",
    headers: baseHeaders("req_1"),
    signal: request.signal,
    principal: null,
    slot: null,
  };
  return { exchange, leave: () => client.abort() };
}
const never = () => new Promise<Response>(() => undefined);

it("answers 503 at the deadline, aborts the work, and keeps its headers apart", async () => {
  REQUEST_DEADLINE.ms = 5;
  const { exchange } = openExchange();
  let signal: AbortSignal | undefined;
  const response = await answerByDeadline(exchange, (aborted) => {
    signal = aborted;
    exchange.headers.set("ETag", '"1"');
    return never();
  });
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("10");
  expect(response.headers.get("ETag")).toBeNull();
  expect(await response.json()).toMatchObject({
    code: "unavailable",
    reason: "request_too_long",
    request_id: "req_1",
  });
  expect(signal?.aborted).toBe(true);
});

it("passes on an answer in time, and the end of the client", async () => {
  const { exchange, leave } = openExchange();
  let signal: AbortSignal | undefined;
  const response = await answerByDeadline(exchange, async (aborted) => {
    signal = aborted;
    return new Response("{}");
  });
  expect(response.status).toBe(200);
  expect(signal?.aborted).toBe(false);
  leave();
  expect(signal?.aborted).toBe(true);
});

it("leaves an upload to the limit of its transfer", async () => {
  REQUEST_DEADLINE.ms = 1;
  const { exchange } = openExchange({ accepts: ["text/csv"] });
  const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response("{}")), 20));
  expect((await answerByDeadline(exchange, slow)).status).toBe(200);
});
