import type { RecordedRestore } from "@/lib/platform/audit";

/** Describes the effect of a restore on a workspace's audit log, in one line. */
export function describeRestore(workspaceId: string, { keptSeq, replacedSeq }: RecordedRestore): string {
  const effect =
    replacedSeq > keptSeq
      ? `entries ${keptSeq + 1} to ${replacedSeq} of the earlier log are replaced`
      : "no signed entry is missing";
  return `${workspaceId} restore recorded, ${effect}`;
}
