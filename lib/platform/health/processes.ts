import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { GATEWAY_STALE_MS } from "@/lib/platform/gateways";
import { STALE_MS } from "@/lib/platform/jobs/worker-running";

export type Processes = {
  /** Seconds since each worker's last heartbeat. `lives`: it takes jobs. */
  workers: { id: string; seen_s: number; lives: boolean }[];
  /** Seconds since each voice gateway's last report, the further calls that it accepted then, and whether it has SIP. */
  gateways: {
    id: string;
    seen_s: number;
    lives: boolean;
    separate: boolean;
    sip: boolean;
    free_calls: number;
  }[];
};

/** Reads the workers and voice gateways of the installation, by the database's clock. */
export async function readProcesses(): Promise<Processes> {
  const [workers, gateways] = await plainBatch(
    plain
      .selectFrom("worker_heartbeats")
      .select(["worker_id", sql<number>`extract(epoch from now() - last_heartbeat_at)::float8`.as("seen_s")])
      .orderBy("worker_id"),
    plain
      .selectFrom("voice_gateways")
      .select(["gateway_id", "is_separate", "carries_sip", "free_calls"])
      .select(sql<number>`extract(epoch from now() - last_reported_at)::float8`.as("seen_s"))
      .orderBy("gateway_id"),
  );
  return {
    workers: workers.map(({ worker_id: id, seen_s }) => ({
      id,
      seen_s: Math.round(seen_s),
      lives: seen_s * 1_000 < STALE_MS,
    })),
    gateways: gateways.map(
      ({ gateway_id: id, is_separate: separate, carries_sip: sip, free_calls, seen_s }) => ({
        id,
        seen_s: Math.round(seen_s),
        lives: seen_s * 1_000 < GATEWAY_STALE_MS,
        separate,
        sip,
        free_calls,
      }),
    ),
  };
}
