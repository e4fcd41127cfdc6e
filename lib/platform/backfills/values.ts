/** Every backfill. A contract migration can wait for one by its name. */
export const BACKFILLS = ["compress_transcripts"] as const;
export type BackfillName = (typeof BACKFILLS)[number];
