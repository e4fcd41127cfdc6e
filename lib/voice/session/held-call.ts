import { ProviderFailure } from "@/lib/agents/providers/schema";
import type { SpokenCall } from "@/lib/calls/calls";
import type { Recording } from "@/lib/calls/recordings";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Providers } from "../providers/port";
import type { Line } from "./line";

/** The call and line that the parts of a session share; both can be replaced. */
export type HeldCall = {
  readonly ctx: Ctx;
  readonly providers: Providers;
  /** Null if the call is not recorded. */
  readonly recording: Recording | null;
  call: SpokenCall;
  line: Line;
};

/** Logs a failure without any spoken content. */
const failureOf = (error: unknown) =>
  error instanceof ProviderFailure ? { provider: error.provider, kind: error.kind } : { err: error };

/** Logs a failure in a call. */
export function warn({ call }: HeldCall, error: unknown, message: string): void {
  log.warn({ callId: call.id, ...failureOf(error) }, message);
}
