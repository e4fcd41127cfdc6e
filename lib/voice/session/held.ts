import type { SpokenCall } from "@/lib/calls/calls";
import type { Recording } from "@/lib/calls/recordings";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { ProviderFailure, type Providers } from "../providers/port";
import type { Line } from "./line";

/** What the parts of a session share: its call and its line, which another may take the place of. */
export type Held = {
  readonly ctx: Ctx;
  readonly providers: Providers;
  /** Null where nothing is recorded. */
  readonly recording: Recording | null;
  call: SpokenCall;
  line: Line;
};

/** What went wrong, without a word of what was said. */
const failureOf = (error: unknown) =>
  error instanceof ProviderFailure ? { provider: error.provider, kind: error.kind } : { err: error };

/** Writes into the log what went wrong in a call. */
export function warn({ call }: Held, error: unknown, message: string): void {
  log.warn({ callId: call.id, ...failureOf(error) }, message);
}
