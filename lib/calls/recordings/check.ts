import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { checkStored, type Storage, storage } from "@/lib/platform/storage";
import { isStored } from "./read";
import type { RecordingRow } from "./row";

/** Checks that the storage has all chunks of the playable recordings, and marks incomplete ones. */
export const checkRecordings = (ctx: Ctx, store: Storage = storage()): Promise<void> =>
  checkStored<Pick<RecordingRow, "call_id" | "object" | "bytes">>(ctx, {
    table: "recordings",
    ready: sql<boolean>`state = 'ready'`,
    columns: ["call_id", "bytes"],
    isStored: (row) => isStored(store, row),
    tell: ({ call_id: callId }) => log.error({ callId }, "bytes of a recording are missing in the storage"),
  });
