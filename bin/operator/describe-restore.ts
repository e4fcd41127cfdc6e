import type { RecordedRestore } from "@/lib/platform/audit";

/** Describes the entries of the log before a restore that the restored log may lack. */
export const describeReplaced = (keptSeq: number, replacedSeq: number): string =>
  replacedSeq > keptSeq
    ? `entries ${keptSeq + 1} to ${replacedSeq} of the earlier log are replaced`
    : "no signed entry is missing";

/** Describes the effect of a restore on a workspace's audit log, in one line. */
export const describeRestore = (workspaceId: string, { keptSeq, replacedSeq }: RecordedRestore): string =>
  `${workspaceId} restore recorded, ${describeReplaced(keptSeq, replacedSeq)}`;
