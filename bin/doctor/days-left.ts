const DAY_MS = 86_400_000;
/** Enough to renew by hand. Automatic renewals are usually done 30 days before. */
export const WARNED_BELOW_DAYS = 14;

/** Whole days until `validTo`, negative after it. Both in milliseconds of the epoch. */
export const daysLeft = (validTo: number, now: number): number => Math.floor((validTo - now) / DAY_MS);
