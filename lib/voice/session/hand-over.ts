import { setTimeout as pause } from "node:timers/promises";
import { isCallBusy, readCall, resumeSpokenCall, type SpokenCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import { withTimeout } from "@/lib/platform/with-timeout";
import type { Ended } from "./line";

/**
 * A process that requests the call ends it within two seconds (lib/calls/calls); otherwise the call
 * continues.
 */
const LET_GO_MS = 3_000;
/** Interval of requests for a call that another process holds. */
const RETRY_MS = 200;

async function takeBack(
  ctx: Ctx,
  { id, view }: Pick<SpokenCall, "id" | "view">,
  tries: number,
): Promise<SpokenCall | Ended> {
  try {
    return (
      (await resumeSpokenCall(ctx, id, view)) ?? (await readCall(ctx, id)).end_reason ?? "caller_hung_up"
    );
  } catch (error) {
    if (!isCallBusy(error) || tries <= 0) throw error;
  }
  await pause(RETRY_MS);
  return takeBack(ctx, { id, view }, tries - 1);
}

/**
 * Releases a call to the process that requests it, and waits for the result: the end reason, or the call
 * again if it was not ended. Throws if another process keeps it, or nothing can be stored.
 */
export async function handOver(ctx: Ctx, call: SpokenCall): Promise<SpokenCall | Ended> {
  let tell: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const stop = await subscribe(call.id, (kind) => (kind === "ended" || kind === "settled") && tell()).catch(
    () => () => undefined,
  );
  await call.release();
  await withTimeout(ended, LET_GO_MS, () => undefined);
  stop();
  return takeBack(ctx, call, Math.ceil(LET_GO_MS / RETRY_MS));
}
