import { env } from "@/lib/env";
import { clientAddress } from "@/lib/limits";
import { peerOf } from "./peer";

/** The client's address as the operator's proxies report it. */
export const addressOf = (request: Request): string | null =>
  clientAddress(request.headers, peerOf(request), env.TRUST_PROXY);
