import { JOBS, type JobLane } from "./registry";
import type { JobHandlers } from "./tasks";

/**
 * Workers of a lane in each process. `connections` are for the statements of the queue itself, which workers share: each waits a
 * millisecond at most. `runsScheduled`: the lane also enqueues the scheduled jobs of all lanes.
 */
export type LaneSettings = { concurrency: number; connections: number; runsScheduled: boolean };

/**
 * Lanes run separate jobs at the same time, so that the jobs of one never wait for those of another. Jobs mostly wait for models and
 * the database. `lib/data/webhooks/places.ts` also limits the endpoints that the lane of deliveries serves at once.
 */
export const LANES: Readonly<Record<JobLane, LaneSettings>> = {
  conversations: { concurrency: 4, connections: 6, runsScheduled: true },
  deliveries: { concurrency: 32, connections: 6, runsScheduled: false },
  bulk: { concurrency: 2, connections: 4, runsScheduled: false },
};

/** The handlers of one lane's jobs. */
export const handlersOfLane = (handlers: JobHandlers, lane: JobLane): Partial<JobHandlers> =>
  Object.fromEntries(
    Object.entries(handlers).filter(([name]) => JOBS[name as keyof typeof JOBS].lane === lane),
  );
