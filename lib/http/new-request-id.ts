import { newId } from "@/lib/platform/ids";
import { setRequestId } from "@/lib/platform/telemetry";

/** A new id for a request: for its response, its log lines, its audit events, its jobs and its trace. */
export function newRequestId(): string {
  const id = newId("req");
  setRequestId(id);
  return id;
}
