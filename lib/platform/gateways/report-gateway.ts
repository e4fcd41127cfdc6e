import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { log } from "@/lib/platform/log";
import { STALE_MS } from "./stale";

/** How often a gateway reports: five reports fit in the time after which it counts as gone. */
const REPORT_MS = 2_000;

export type GatewayReports = {
  /** Reports now, beside the regular reports. Resolves once the report is stored or has failed. */
  report(): Promise<void>;
  /** Ends the reports, and removes the gateway's row. */
  stop(): Promise<void>;
};

/** Stores how many further calls this gateway accepts, and removes the rows of gateways that are gone. */
const reportStatements = (id: string, freeCalls: number) =>
  [
    plain
      .insertInto("voice_gateways")
      .values({ gateway_id: id, free_calls: freeCalls, last_reported_at: sql`now()` })
      .onConflict((conflict) =>
        conflict.column("gateway_id").doUpdateSet({ free_calls: freeCalls, last_reported_at: sql`now()` }),
      ),
    plain
      .deleteFrom("voice_gateways")
      .where(sql<boolean>`last_reported_at < now() - ${STALE_MS} * interval '1 ms'`),
  ] as const;

/**
 * Reports every two seconds how many further calls this process accepts, for `reserveGatewayCall` and `areGatewaysFull`
 * of all processes. A report that the database does not accept is logged, and repeated at the next interval.
 */
export function startGatewayReports(freeCalls: () => number): GatewayReports {
  const id = `gateway_${randomUUID()}`;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    if (isStopped) return;
    try {
      await plainBatch(...reportStatements(id, freeCalls()));
    } catch (error) {
      log.warn({ err: error }, "the number of free calls of this gateway could not be reported");
    }
  }
  const report = (): Promise<void> => {
    pending = pending.then(send);
    return pending;
  };
  const repeat = (): void => {
    timer = setTimeout(() => void report().then(() => !isStopped && repeat()), REPORT_MS);
    timer.unref();
  };
  repeat();
  return {
    report,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await pending;
      await plainBatch(plain.deleteFrom("voice_gateways").where("gateway_id", "=", id)).catch(
        (error: unknown) => log.warn({ err: error }, "this gateway could not be removed from the list"),
      );
    },
  };
}
