import { env } from "@/lib/platform/env";
import { clientAddress } from "@/lib/platform/limits";
import { peerOf } from "./peer";

/** The client's address as the operator's proxies report it. */
export const addressOf = (request: Request): string | null =>
  clientAddress(request.headers, peerOf(request), env.TRUST_PROXY);
