import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** Conversations at the same time: some calls are to be seen running, and the machine is to be left for other work. */
const LINES = 4;
/** Between two conversations on a line, and between the first ones of two lines. */
const REST_MS = 1_500;

/** The job of one line; each next step replaces the last, so that a step is tried again until it is done. */
const step = (workspaceId: string, conversation: number, runAt: string) =>
  enqueue(
    "demo.converse",
    { workspaceId, conversation },
    { key: `demo:${workspaceId}:${conversation % LINES}`, runAt },
  );

/** The first conversation of each line. */
export async function beginLines(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const lines = Array.from({ length: LINES }, (_, line) =>
    step(ctx.workspaceId, line, plusMs(now, line * REST_MS)),
  );
  await record(ctx, { run: lines });
}

/** The next step of a conversation. */
export async function goOn(ctx: Ctx, conversation: number, pauseMs: number): Promise<void> {
  await record(ctx, { run: [step(ctx.workspaceId, conversation, plusMs(ctx.now(), pauseMs))] });
}

/** The next conversation on the line of one that has been held. */
export const beginNext = (ctx: Ctx, held: number): Promise<void> => goOn(ctx, held + LINES, REST_MS);
