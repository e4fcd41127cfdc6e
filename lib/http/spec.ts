import type { z } from "zod";
import type { Capability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import type { EventStream } from "./event-stream";
import type { FileAnswer } from "./file-answer";

type Shape = z.ZodType | undefined;
export type Out<S extends Shape> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** A body that is no JSON document but a file: read as it comes in, and never whole in memory. */
export type Upload = {
  /** In lower case, without parameters: one of the route's `accepts`. */
  mediaType: string;
  /** What the client says of its encoding. */
  charset: string | null;
  /** Throws 413 at the byte that is too many. To be read once. */
  content: AsyncIterable<Uint8Array>;
};

/** What a verb is given besides its context: the checked parts of the request. */
export type Input<P extends Shape, Q extends Shape, B extends Shape> = {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  /** The file that a route with `accepts` takes; an empty one on every other. */
  upload: Upload;
  /** Whether the client asked for `text/event-stream`. */
  wantsEvents: boolean;
  /** The last event that a reconnecting reader has seen. */
  lastEventId: string | null;
  /** The part of a file that the client asks for, as it says it. */
  range: string | null;
};

/** How a route answers the person in a conversation, who comes with a participant token of that call. */
export type ParticipantRoute<P extends Shape, Q extends Shape, B extends Shape> = {
  response?: z.ZodType;
  events?: Readonly<Record<string, z.ZodType>>;
  referenceOf?: (result: never) => string;
  replay?: (ctx: Ctx, input: Input<P, Q, undefined> & { reference: string }) => Promise<unknown>;
  verb: (ctx: Ctx, input: Input<P, Q, B>) => Promise<unknown>;
};

/** What a route is, as data: the kernel acts on it, the OpenAPI document and the sweep test read it. */
export type Spec<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
> = {
  summary: string;
  description?: string;
  tags?: readonly string[];
  /** What of `lib/identity/access` somebody must be able to do; null for an open document. */
  can: Capability | null;
  /** A key of the `test` environment is refused (product.md, "Environments"). */
  refuseTest?: true;
  /** No key and no session: whoever sends it signs it, and the route checks that. */
  signed?: true;
  /** Neither: whoever asks is not signed in, and comes from this site's own pages. */
  guest?: true;
  /** Answers while the workspace's own key is withdrawn: it unlocks, or has nothing to do with the workspace's data. */
  whileLocked?: true;
  /** For staff of the operator, who are members of nothing: by their own session. */
  staff?: true;
  /** Opens to a participant token too, with an answer of its own. The path's `id` is the call's. */
  participant?: ParticipantRoute<P, Q, B>;
  /** Only for a person who has signed in: a key has no session. */
  person?: true;
  /** Strict zod object; a value that does not fit is a 404, as no such resource can be. */
  params?: P;
  query?: Q;
  body?: B;
  /** Media types of a file that is streamed to the verb (`upload`), instead of a `body`. */
  accepts?: readonly string[];
  /** What the answer may hold: the kernel leaves out whatever this does not list. Absent for 204. */
  response?: R;
  /** The events of a stream by name, each an allow-list of its own. */
  events?: Readonly<Record<string, z.ZodType>>;
  /** Media types of a file that it answers with, whole or in part. */
  file?: readonly string[];
  /** 200 unless told. */
  status?: 200 | 201 | 202 | 204;
  /** Whether what was asked for goes on behind this answer: then it is a 202. */
  goesOn?: (result: Out<R>) => boolean;
  /** The largest body in bytes; 1 MiB unless told. */
  maxBody?: number;
  /** Only the dashboard needs it: it stays out of the public document. */
  internal?: true;
  /** The path of what was created, for `Location`. */
  location?: (result: Out<R>) => string;
  /** What is kept of an answer under an `Idempotency-Key`; the resource's id unless told. */
  referenceOf?: (result: Out<R>) => string;
  /** Presents the answer anew for a repeated `Idempotency-Key`. Every POST has one. */
  replay?: (ctx: Ctx, input: Input<P, Q, undefined> & { reference: string }) => Promise<unknown>;
};

export type Verb<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> = (
  ctx: Ctx,
  input: Input<P, Q, B>,
) => Promise<(R extends z.ZodType ? z.input<R> : undefined) | EventStream | FileAnswer>;

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** A web-standard handler that Next and the server's own host both call. */
export type Handler = ((request: Request, context: RouteContext) => Promise<Response>) & {
  readonly spec: Spec;
};

/** What a page asks a route for. */
export type Asked = { params?: Record<string, string>; query?: Record<string, string> };

/** A handler that a page of the same process asks too: role, checks, verb and allow-list, without HTTP around them. */
export type Askable<Result> = Handler & {
  readonly ask: (ctx: Ctx, asked: Asked) => Promise<Result>;
};

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];
