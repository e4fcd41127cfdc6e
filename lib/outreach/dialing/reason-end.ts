import type { CallItem } from "@/lib/calls/calls/schema";

type Reason = CallItem["reasons"][number];

/** A reason of a call with the time at which it ends, which its sentence names too. */
export const withEnd = (reason: Reason, until: string | null): Reason =>
  until === null ? reason : { ...reason, message: `${reason.message} Until ${until}.`, until };
