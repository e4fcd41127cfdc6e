import { createEventCounter } from "@/lib/platform/event-counter";

/**
 * Calls for which no voice gateway had room, in this process. `kind`: `inbound` (busy tone or fallback number),
 * `outbound` (not placed yet, counted at each try) or `browser` (503).
 */
export const callsWithoutGateway = createEventCounter(["kind"]);
for (const kind of ["inbound", "outbound", "browser"]) callsWithoutGateway.begin({ kind });
