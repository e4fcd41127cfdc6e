export { EventStream, type StreamEvent } from "./event-stream";
export { route } from "./route";
export { type SignedRequest, signedRoute } from "./signed-route";
export type { Handler, Method, RouteContext, Spec } from "./spec";
export { METHODS } from "./spec";
