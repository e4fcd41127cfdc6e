/** A gateway without a report for this long is gone: five reports are missing. */
export const STALE_MS = 10_000;
