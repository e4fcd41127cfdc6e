/** A gateway without a report for this long has no free calls: five reports are missing. */
export const GATEWAY_STALE_MS = 10_000;
/** A gateway without a report for this long has been removed, and not restarted. */
export const GATEWAY_GONE_MS = 10 * 60_000;
