export { EventStream, type StreamEvent } from "./event-stream";
export { FileResponse, firstByteOf } from "./file-response";
export { guestRoute } from "./guest-route";
export { route } from "./route";
export { signedRoute } from "./signed-route";
export type { Handler, Method, RouteContext, Spec } from "./spec";
export { METHODS } from "./spec";
export { type StaffRequest, signedIn, staffRoute } from "./staff-route";
