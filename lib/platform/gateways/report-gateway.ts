import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { log } from "@/lib/platform/log";
import { GATEWAY_GONE_MS, GATEWAY_STALE_MS } from "./freshness";

/** How often a gateway reports: five reports fit in the time after which it counts as gone. */
const REPORT_MS = 2_000;

/**
 * `isSeparate`: the process is a gateway alone, and not the server that also holds calls. `carriesSip`: it has a SIP endpoint.
 */
type GatewayOptions = { freeCalls: () => number; isSeparate: boolean; carriesSip?: boolean };

export type GatewayReports = {
  /** Reports now, beside the regular reports. Resolves once the report is stored or has failed. */
  report(): Promise<void>;
  /**
   * Ends the reports. From then on the gateway has no free calls. The row of a separate gateway is kept, so that the
   * server is not taken for a gateway while it restarts.
   */
  stop(): Promise<void>;
};

/**
 * Stores how many further calls a gateway accepts, or null if it has stopped, and removes the rows of gateways that are
 * gone for long.
 */
function reportStatements(
  id: string,
  { isSeparate, carriesSip = false }: Omit<GatewayOptions, "freeCalls">,
  freeCalls: number | null,
) {
  // Others see at once that a gateway has stopped, and for a while that there is one.
  const report = {
    free_calls: freeCalls ?? 0,
    carries_sip: carriesSip,
    last_reported_at: sql<string>`now() - ${freeCalls === null ? GATEWAY_STALE_MS : 0} * interval '1 ms'`,
  };
  return [
    plain
      .insertInto("voice_gateways")
      .values({ gateway_id: id, is_separate: isSeparate, ...report })
      .onConflict((conflict) => conflict.column("gateway_id").doUpdateSet(report)),
    plain
      .deleteFrom("voice_gateways")
      .where(sql<boolean>`last_reported_at < now() - ${GATEWAY_GONE_MS} * interval '1 ms'`),
  ] as const;
}

/**
 * Reports every two seconds how many further calls this process accepts, for `reserveGatewayCall` and `areGatewaysFull`
 * of all processes. A report that the database does not accept is logged, and repeated at the next interval.
 */
export function startGatewayReports({ freeCalls, ...kind }: GatewayOptions): GatewayReports {
  const id = `gateway_${randomUUID()}`;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    try {
      if (isStopped && !kind.isSeparate)
        await plainBatch(plain.deleteFrom("voice_gateways").where("gateway_id", "=", id));
      else await plainBatch(...reportStatements(id, kind, isStopped ? null : freeCalls()));
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
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return report();
    },
  };
}
