import type { AuditFault } from "@/lib/platform/audit/schema";

/** Describes faults of an audit log, one line each. `total` is their number, which can exceed the length of the list. */
export function describeFaults(faults: readonly AuditFault[], total: number): string[] {
  const lines = faults.map(({ seq, id, problem, count }) =>
    count > 1
      ? `entries ${seq} to ${seq + count - 1}: ${problem}`
      : `entry ${seq}${id === null ? "" : ` (${id})`}: ${problem}`,
  );
  return total > faults.length ? [...lines, `and ${total - faults.length} more faults`] : lines;
}
