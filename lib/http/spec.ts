import type { z } from "zod";
import type { Capability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import type { IfMatch } from "@/lib/platform/if-match";
import type { Priority } from "@/lib/platform/overload";
import type { EventStream } from "./event-stream";
import type { FileResponse } from "./file-response";

type Shape = z.ZodType | undefined;
export type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** A file as the body: streamed, and never whole in memory. */
export type Upload = {
  /** In lower case, without parameters: one of the route's `accepts`. */
  mediaType: string;
  /** The encoding declared by the client. */
  charset: string | null;
  /** Throws 413 at the first excess byte. Can be read once, unless it is as small as an ordinary body. */
  content: AsyncIterable<Uint8Array>;
};

/** A verb's input besides its context: the validated parts of the request. */
export type Input<P extends Shape, Q extends Shape, B extends Shape> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** The file of a route with `accepts`; empty for other routes. */
  upload: Upload;
  /** Whether the client requested `text/event-stream`. */
  wantsEvents: boolean;
  /** The last event that a reconnecting reader has received. */
  lastEventId: string | null;
  /** The requested range of a file, as sent by the client. */
  range: string | null;
  /** The request's `If-Match`; null on a route that does not evaluate it. */
  ifMatch: IfMatch;
};

/** How a route serves the participant of a call, who sends a participant token. */
export type ParticipantRoute<P extends Shape, Q extends Shape, B extends Shape> = {
  response?: z.ZodType;
  events?: Readonly<Record<string, z.ZodType>>;
  referenceOf?: (result: never) => string;
  replay?: (ctx: Ctx, input: Input<P, Q, undefined> & { reference: string }) => Promise<unknown>;
  verb: (ctx: Ctx, input: Input<P, Q, B>) => Promise<unknown>;
};

/** A route as data: the kernel runs it, the OpenAPI document and the sweep test read it. */
export type Spec<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
> = {
  summary: string;
  description?: string;
  tags?: readonly string[];
  /** The required capability of `lib/identity/access`; null for an open document. */
  capability: Capability | null;
  /** Rejects keys of the `test` environment (product.md, "Environments"). */
  refuseTest?: true;
  /** Has neither key nor session: the sender signs the request, and the route verifies that. */
  signed?: true;
  /** Has neither: the client is not signed in, and sends from this site's pages. */
  guest?: true;
  /**
   * Works while the customer-managed key is withdrawn: it unlocks, or does not touch the workspace's data.
   */
  whileLocked?: true;
  /** For operator staff, who are not members, with their own session. */
  staff?: true;
  /** Also accepts a participant token, with a separate response. The path's `id` is the call's. */
  participant?: ParticipantRoute<P, Q, B>;
  /** Only for a signed-in person, as a key has no session. */
  person?: true;
  /** A session's request needs no scope: a page outside the workspaces sends it. */
  anyScope?: true;
  /** A strict zod object. An invalid value is a 404, as no such resource can exist. */
  params?: P;
  query?: Q;
  body?: B;
  /** Media types of a file that is streamed to the verb (`upload`), instead of a `body`. */
  accepts?: readonly string[];
  /** The allow list of the response: the kernel omits other fields. Absent for 204. */
  response?: R;
  /** The events of a stream by name, each an allow list. */
  events?: Readonly<Record<string, z.ZodType>>;
  /** Media types of a file response, whole or partial. */
  file?: readonly string[];
  /** Default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Whether the work continues after this response, which is then a 202. */
  isAsync?: (result: Parsed<R>) => boolean;
  /** Maximum body in bytes; default 1 MiB. */
  maxBody?: number;
  /** Which requests a late process serves first; default `normal`. */
  priority?: Priority;
  /** Used only by the dashboard, and not in the public document. */
  internal?: true;
  /** The path of the created resource, for `Location`. */
  location?: (result: Parsed<R>) => string;
  /** The revision of the returned resource, for `ETag`. */
  etag?: (result: Parsed<R>) => string;
  /**
   * Evaluates `If-Match`: the verb passes `ifMatch` to `requireMatch`, in the transaction that writes.
   * (docs/decisions/0053-revisions-as-entity-tags.md)
   */
  ifMatch?: true;
  /** The reference stored with an `Idempotency-Key`; by default the resource's ID. */
  referenceOf?: (result: Parsed<R>) => string;
  /** Presents the response again for a repeated `Idempotency-Key`. Every POST has one. */
  replay?: (ctx: Ctx, input: Input<P, Q, undefined> & { reference: string }) => Promise<unknown>;
};

export type Verb<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> = (
  ctx: Ctx,
  input: Input<P, Q, B>,
) => Promise<(R extends z.ZodType ? z.input<R> : undefined) | EventStream | FileResponse>;

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** A web-standard handler that both Next and the server's own host call. */
export type Handler = ((request: Request, context: RouteContext) => Promise<Response>) & {
  readonly spec: Spec;
};

/** A page's request to a route. */
export type PageRequest = { params?: Record<string, string>; query?: Record<string, string> };

type Sent<S extends Shape> = S extends z.ZodType ? z.input<S> : undefined;
/** The types of a route as a client sees them: the parts of a request, and the response (undefined for a 204). */
export type RouteTypes<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> = {
  params: Sent<P>;
  query: Sent<Q>;
  body: Sent<B>;
  response: R extends z.ZodType ? z.output<R> : undefined;
};
/** A handler with the types of its route. `types` has no value: the dashboard's client reads its type alone. */
export type TypedHandler<Types> = Handler & { readonly types?: Types };

/**
 * A handler that a page of the same process can also call: role, checks, verb and allow list, without HTTP.
 */
export type PageReadable<Result, Types = unknown> = TypedHandler<Types> & {
  readonly ask: (ctx: Ctx, pageRequest: PageRequest) => Promise<Result>;
};

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];
