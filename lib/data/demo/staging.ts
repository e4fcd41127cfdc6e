import { readWorkspace } from "@/lib/identity/workspaces";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx, Environment } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { newId, seriesId } from "@/lib/platform/ids";
import { createStagedClock, type StagedClock } from "@/lib/voice/offline/staged-calls";

const JOB = "demo.play";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Characters of an ID's prefix and time. */
const TIME_CHARS = "call_".length + 10;

/** A moment of the demo: so many days before the workspace was created, at a time of the day in UTC. */
export type Moment = { daysAgo: number; minuteOfDay: number } | { minutesAgo: number };

/** A context of the demo workspace, whose clock is set by the scenario. */
export type Staging = { ctx: Ctx; clock: StagedClock };

/** The context with the current time, for what the product does now. */
export const currentCtx = (workspaceId: string, environment: Environment = "live"): Ctx =>
  systemCtx(workspaceId, JOB, { environment });

/** When the demo workspace was created: the end of its history. */
export const readEndOfHistory = async (ctx: Ctx): Promise<string> => (await readWorkspace(ctx)).created_at;

/** The time of a moment before `end` (RFC 3339). */
export function timeOf(moment: Moment, end: string): string {
  if ("minutesAgo" in moment) return plusMs(end, -moment.minutesAgo * MINUTE_MS);
  const startOfDayMs = Math.floor(Date.parse(end) / DAY_MS) * DAY_MS;
  return new Date(startOfDayMs - moment.daysAgo * DAY_MS + moment.minuteOfDay * MINUTE_MS).toISOString();
}

/** Sets the stage at a time (RFC 3339). */
export function stageAt(
  workspaceId: string,
  at: string,
  environment: Environment = "live",
  createClock = createStagedClock,
): Staging {
  const clock = createClock(at);
  return { clock, ctx: systemCtx(workspaceId, JOB, { environment, clock }) };
}

/**
 * The ID of a scenario's call that begins at `at`. It is derived, so that a repeated step finds the call and the
 * database rejects a second one. `attempt` counts those that a stopped process left behind.
 */
export function demoCallId(
  workspaceId: string,
  at: string,
  scenario: { number: number; part?: number; attempt?: number },
): string {
  const { number, part = 0, attempt = 0 } = scenario;
  const time = newId("call", Date.parse(at)).slice(0, TIME_CHARS);
  return seriesId("call", `${time}|${workspaceId}|${part}|${attempt}`, number);
}
