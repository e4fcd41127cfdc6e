import { env } from "@/lib/platform/env";
import { createHttpClient, type HttpClient } from "./http-client";
import { withSampleService } from "./sample-service";

export { EgressError, type EgressErrorCode, isTlsFailure } from "./errors";
export { createHttpClient, type EgressInit, type EgressStreamInit, type HttpClient } from "./http-client";
export { SAMPLE_SERVICE_URL } from "./sample-service";
export type { EgressSocketInit } from "./socket";
export { isListed, parseTarget, portOf } from "./url";

/** The process's HTTP client, with the operator's allow-list. Pass it as a parameter, so that a test can replace it. */
export const defaultHttpClient: HttpClient = withSampleService(
  createHttpClient({ allowedHosts: env.TOOL_ALLOWED_HOSTS }),
);

/**
 * The HTTP client for webhook deliveries. Several endpoints may share one origin, and a delivery must not wait for a
 * socket that a hanging one holds, so sockets per origin are unlimited. The sender limits how many are in flight.
 */
export const deliveryHttpClient: HttpClient = withSampleService(
  createHttpClient({ allowedHosts: env.TOOL_ALLOWED_HOSTS, socketsPerOrigin: null }),
);
export { warmConnection } from "./warm-connection";
