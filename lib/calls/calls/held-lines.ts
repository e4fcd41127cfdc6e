import { globalSingleton } from "@/lib/platform/global-singleton";

// One list for the bundle of the pages and that of the server in a process.
const lines = globalSingleton("calls.lines", () => new Set<symbol>());

/** Counts a call's line as held by this process until the returned function is called. */
export function holdLine(): () => void {
  const line = Symbol("line");
  lines.add(line);
  return () => void lines.delete(line);
}

/** Whether this process holds the line of a call. */
export const hasHeldLine = (): boolean => lines.size > 0;
