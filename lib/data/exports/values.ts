// Values without zod, for pages that show them before a form needs a schema.

/** Rows of a campaign's results in one file, some megabytes. Those added last come first. */
export const MAX_RESULT_ROWS = 20_000;

export const CALL_FILE_FORMATS = ["json", "text", "markdown", "csv"] as const;

/** Whether an export is in progress, so that its state will change soon. */
export const isInProgress = ({ status }: { status: string }): boolean =>
  status === "queued" || status === "running";

/** Whether an export's file can be downloaded. */
export const isFetchable = <Item extends { status: string; expires_at: string | null }>(
  item: Item,
  now: string,
): item is Item & { expires_at: string } =>
  item.status === "completed" && item.expires_at !== null && item.expires_at > now;
