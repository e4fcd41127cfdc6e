// Values without zod, for pages that show them before a form needs a schema.

/** Whether a deletion is in progress, so that its state will change soon. */
export const isUnderWay = ({ status }: { status: string }): boolean =>
  status === "scheduled" || status === "running";
