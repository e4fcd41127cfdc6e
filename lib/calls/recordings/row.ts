import { isOnHold, retentionEnd } from "@/lib/calls/calls";
import type { Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Range } from "./silence";

/** A recording with the fields of its call and agent that it depends on. */
export type RecordingRow = {
  call_id: string;
  workspace_id: string;
  subject_id: string;
  object: string;
  state: "capturing" | "following" | "captured" | "ready" | "removing";
  started_ms: number;
  /** Where each further part begins, in milliseconds of the call. */
  resumed_ms: number[];
  duration_ms: number | null;
  bytes: number | null;
  peaks: Buffer | null;
  /** The ranges silenced when the file was created; null before. */
  silenced: Range[] | null;
  missing_since: string | null;
  environment: Environment;
  ended_at: string | null;
  settled_at: string | null;
  /** Whether the call or its contact is under a legal hold. */
  isOnHold: boolean;
  /** The end of the retention period; null while the call is in progress. */
  due_at: string | null;
};

export const peaksPlace = (callId: string) => ({ table: "recordings", row: callId, field: "peaks" });

export const selectRecording = (workspaceId: string, callId: string) =>
  db
    .selectFrom("recordings")
    .leftJoin("calls", (join) =>
      join
        .onRef("calls.workspace_id", "=", "recordings.workspace_id")
        .onRef("calls.id", "=", "recordings.call_id"),
    )
    .leftJoin("agents", (join) =>
      join.onRef("agents.workspace_id", "=", "calls.workspace_id").onRef("agents.id", "=", "calls.agent_id"),
    )
    .select([
      "recordings.call_id",
      "recordings.workspace_id",
      "recordings.subject_id",
      "recordings.object",
      "recordings.state",
      "recordings.started_ms",
      "recordings.resumed_ms",
      "recordings.duration_ms",
      "recordings.bytes",
      "recordings.peaks",
      "recordings.silenced",
      "recordings.missing_since",
      "calls.environment",
      "calls.ended_at",
      "calls.settled_at",
      isOnHold.as("isOnHold"),
      retentionEnd("recording").as("due_at"),
    ])
    .where("recordings.workspace_id", "=", workspaceId)
    .where("recordings.call_id", "=", callId);
