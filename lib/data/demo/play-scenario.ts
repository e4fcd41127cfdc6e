import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { deferJobs, enqueue, type Jobs } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { createStagedClock } from "@/lib/voice/offline/staged-calls";
import { playCampaign } from "./campaign";
import { playChat } from "./chat";
import { playErasure } from "./erasure";
import { playNewVersion } from "./new-version";
import { findLiveAgent, type Play } from "./play";
import type { Scenario } from "./scenario";
import { SCENARIOS } from "./scenarios";
import { playSpokenCall } from "./spoken-call";
import { currentCtx, readEndOfHistory, stageAt, timeOf } from "./staging";
import { playTextThread } from "./text-thread";
import { playUnansweredCall } from "./unanswered-call";
import { isNotFound } from "./unfinished-call";
import { playWebhook } from "./webhook";

/**
 * Jobs of a scenario run this much later than now: they would see its past times with the current clock. By then the
 * scenario is over, and they find nothing to do.
 */
const DEFER_MS = 5 * 60_000;
/** The pause after a scenario, as a multiple of its duration, so that the machine mostly serves others. */
const PAUSE_FACTOR = 2;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/** Enqueues the next scenario. Each replaces the former job, so a scenario is retried until it is played. */
export async function schedulePlay(workspaceId: string, scenario: number, clock: Clock, pauseMs = 0) {
  const runAt = plusMs(iso(clock.now()), pauseMs);
  const job = enqueue("demo.play", { workspaceId, scenario }, { key: `demo:${workspaceId}`, runAt });
  await writeUnaudited(currentCtx(workspaceId), { run: [job] });
}

async function play(playing: Play, scenario: Scenario): Promise<void> {
  switch (scenario.kind) {
    case "spoken_call":
      return void (await playSpokenCall(playing, scenario));
    case "chat":
      return void (await playChat(playing, scenario));
    case "text_thread":
      return void (await playTextThread(playing, scenario));
    case "unanswered_call":
      return void (await playUnansweredCall(playing, scenario));
    case "campaign":
      return playCampaign(playing);
    case "erasure":
      return playErasure(playing, scenario);
    case "webhook":
      return playWebhook(playing);
    case "new_version":
      return playNewVersion(playing);
  }
}

/** The end of the history; null if the workspace was deleted. */
async function findEndOfHistory(workspaceId: string): Promise<string | null> {
  try {
    return await readEndOfHistory(currentCtx(workspaceId));
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The workspace was changed since, so that the scenario does not fit it. */
const isRejected = (error: unknown): boolean =>
  error instanceof AppError && ["validation_error", "invalid_state", "not_found"].includes(error.code);

/**
 * Plays one scenario of the demo with a clock in the past, and schedules the next. The first is a recorded call, which
 * can be played seconds after the start. A scenario that a stopped process left in the middle is played again from its
 * beginning, and a played one is left as it is.
 */
export async function playDemoScenario(
  { workspaceId, scenario: number }: Jobs["demo.play"],
  clock: Clock = systemClock,
  createClock = createStagedClock,
): Promise<void> {
  const scenario = SCENARIOS[number];
  if (scenario === undefined) return;
  const startedAtMs = performance.now();
  const endOfHistory = await findEndOfHistory(workspaceId);
  if (endOfHistory === null) return;
  const at = timeOf(scenario.moment, endOfHistory);
  const staging = stageAt(workspaceId, at, scenario.environment, createClock);
  const playing: Play = {
    ...staging,
    number,
    at,
    endOfHistory,
    agent: (key) => findLiveAgent(staging.ctx, key),
  };
  try {
    await deferJobs(plusMs(iso(clock.now()), DEFER_MS), () => play(playing, scenario));
  } catch (error) {
    if (!isRejected(error)) throw error;
    log.warn({ workspaceId, scenario: number, err: error }, "a scenario of the demo was skipped");
  }
  const durationMs = performance.now() - startedAtMs;
  const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * durationMs));
  log.info(
    { workspaceId, scenario: number + 1, of: SCENARIOS.length, durationMs: Math.round(durationMs) },
    "played a scenario of the demo",
  );
  await schedulePlay(workspaceId, number + 1, clock, pauseMs);
}
