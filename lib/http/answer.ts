import type { z } from "zod";
import { type Principal, stillValid } from "@/lib/identity/auth";
import type { StreamSlot } from "@/lib/platform/limits";
import { addressOf } from "./address";
import { EventStream, streamBody } from "./event-stream";
import { FileAnswer, fileResponse } from "./file-answer";
import { staysUnlocked } from "./locked";
import { asAppError, logFailure, problemOf, problemResponse } from "./problem";
import type { Spec } from "./spec";

/** What one request gathers on its way: its id, the headers of its answer (an error's as well), and who sent it. */
export type Exchange = {
  spec: Spec;
  readonly request: Request;
  readonly requestId: string;
  readonly headers: Headers;
  principal: Principal | null;
  /** Whether the reader of a stream may still read, where no principal tells. */
  mayRead?: () => Promise<boolean>;
  /** The slot of a stream that this request asks for, until the stream has it. */
  slot: StreamSlot | null;
};

/**
 * What of a result may leave: the response schema is an allow-list. (What was said has been masked before by
 * lib/masking, the one gate for values.)
 */
export const present = (schema: z.ZodType | undefined, result: unknown): unknown => schema?.parse(result);

function stream(exchange: Exchange, events: EventStream): Response {
  const { spec, request, requestId, headers, principal, mayRead, slot } = exchange;
  exchange.slot = null;
  headers.set("Content-Type", "text/event-stream");
  // nginx would hold events back until its buffer is full.
  headers.set("X-Accel-Buffering", "no");
  const body = streamBody(events, {
    present: (event) => ({ ...event, data: present(spec.events?.[event.event], event.data) }),
    failed: (thrown) => {
      const error = asAppError(thrown);
      logFailure(error, requestId, spec.summary);
      return { event: "error", data: problemOf(error, requestId) };
    },
    mayRead: async () =>
      principal === null
        ? ((await mayRead?.()) ?? true)
        : (await staysUnlocked(spec, principal.workspaceId)) &&
          (await stillValid(request, principal, { address: addressOf(request) })),
    client: request.signal,
    closed: () => slot?.release(),
  });
  return new Response(body, { status: 200, headers });
}

const ACCEPTED = 202;

/** The status of what a verb gave. */
export const statusOf = ({ status = 200, goesOn }: Spec, result: unknown): number =>
  goesOn?.(result as never) === true ? ACCEPTED : status;

/** The answer for what a verb gave: JSON, nothing (204), or a stream. */
export function answer(
  exchange: Exchange,
  result: unknown,
  status: number = statusOf(exchange.spec, result),
): Response {
  const { spec, headers } = exchange;
  if (result instanceof EventStream) return stream(exchange, result);
  if (result instanceof FileAnswer)
    return fileResponse(result, exchange.request.headers.get("range"), headers);
  if (status === 204) return new Response(null, { status, headers });
  const shown = present(spec.response, result);
  if ((status === 201 || status === ACCEPTED) && spec.location !== undefined)
    headers.set("Location", spec.location(shown as never));
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(shown), { status, headers });
}

/** The answer for what was thrown, logged if it is the service's own fault. */
export function answerError({ spec, requestId, headers }: Exchange, thrown: unknown): Response {
  const error = asAppError(thrown);
  logFailure(error, requestId, spec.summary);
  return problemResponse(error, requestId, headers);
}
