import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/**
 * Concurrent conversations: enough to show calls in progress, few enough to leave the machine for other work.
 */
const LINE_COUNT = 4;
/** Pause between two conversations on a line, and between the starts of two lines. */
const PAUSE_MS = 1_500;

/** The job of one line. Each step replaces the previous job, so a step is retried until it is done. */
const stepJob = (workspaceId: string, conversation: number, runAt: string) =>
  enqueue(
    "demo.converse",
    { workspaceId, conversation },
    { key: `demo:${workspaceId}:${conversation % LINE_COUNT}`, runAt },
  );

/** Starts the first conversation of each line. */
export async function startLines(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const lines = Array.from({ length: LINE_COUNT }, (_, line) =>
    stepJob(ctx.workspaceId, line, plusMs(now, line * PAUSE_MS)),
  );
  await writeUnaudited(ctx, { run: lines });
}

/** Enqueues the next step of a conversation. */
export async function enqueueNextStep(ctx: Ctx, conversation: number, pauseMs: number): Promise<void> {
  await writeUnaudited(ctx, { run: [stepJob(ctx.workspaceId, conversation, plusMs(ctx.now(), pauseMs))] });
}

/** Starts the next conversation on the line of a finished one. */
export const startNextConversation = (ctx: Ctx, finishedConversation: number): Promise<void> =>
  enqueueNextStep(ctx, finishedConversation + LINE_COUNT, PAUSE_MS);
