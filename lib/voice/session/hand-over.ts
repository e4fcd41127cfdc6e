import { holdSpoken, isBusy, readCall, type SpokenCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import type { Ended } from "./line";

/** Whoever has asked for the call ends it within two seconds (lib/calls/calls); where it does not, the call goes on. */
const LET_GO_MS = 3_000;
/** How often a call is asked for that somebody still acts in. */
const RETRY_MS = 200;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function takeBack(
  ctx: Ctx,
  { id, view }: Pick<SpokenCall, "id" | "view">,
  tries: number,
): Promise<SpokenCall | Ended> {
  try {
    return (await holdSpoken(ctx, id, view)) ?? (await readCall(ctx, id)).end_reason ?? "caller_hung_up";
  } catch (error) {
    if (!isBusy(error) || tries <= 0) throw error;
  }
  await pause(RETRY_MS);
  return takeBack(ctx, { id, view }, tries - 1);
}

/**
 * Gives a call to whoever wants it, and sees what becomes of it: why it has ended, or the call again, where nobody has
 * ended it. Throws where somebody keeps it, or nothing can be stored.
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
  await Promise.race([ended, pause(LET_GO_MS)]);
  stop();
  return takeBack(ctx, call, Math.ceil(LET_GO_MS / RETRY_MS));
}
