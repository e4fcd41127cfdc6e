import type { RouteTypes } from "@/lib/http/spec";
import type { Scope } from "@/lib/platform/context/scope";
import type { ApiRoutes } from "./api-routes.gen";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** The paths that have a route of this method. */
export type PathOf<M extends Method> = {
  [P in keyof ApiRoutes]: M extends keyof ApiRoutes[P] ? P : never;
}[keyof ApiRoutes];

type AnyRoute = { params: unknown; query: unknown; body: unknown; response: unknown };
type Untyped = RouteTypes<undefined, undefined, undefined, undefined>;
/** The types of one route. */
export type RouteOf<M extends Method, P extends PathOf<M>> = ApiRoutes[P] extends {
  [method in M]: { readonly types?: infer Types };
}
  ? Extract<NonNullable<Types>, AnyRoute>
  : Untyped;

/** A part of a request: absent without a schema, optional if nothing in it is required. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [name in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value };

export type Options = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** A workspace and environment other than the page's, such as those of the demo. */
  scope?: Scope | undefined;
  /** The `revision` that the change is based on, for routes that evaluate `If-Match`. */
  ifMatch?: string | undefined;
  /** Completes the request even if the page is closed. Browsers refuse it for bodies of more than 64 KiB. */
  keepalive?: boolean | undefined;
};
/** A request to a route, in the types of its schemas. */
export type RequestTo<Route extends AnyRoute> = Part<"params", Route["params"]> &
  Part<"query", Route["query"]> &
  Part<"body", Route["body"]> &
  Options;
/** The arguments behind the path. A request that needs nothing can be left out. */
export type Arguments<Route extends AnyRoute> =
  Record<never, never> extends RequestTo<Route> ? [request?: RequestTo<Route>] : [request: RequestTo<Route>];

/** The body of a request, and the JSON of a response, of a route that the dashboard calls. */
export type BodyOf<M extends Method, P extends PathOf<M>> = RouteOf<M, P>["body"];
export type ResponseOf<M extends Method, P extends PathOf<M>> = RouteOf<M, P>["response"];
