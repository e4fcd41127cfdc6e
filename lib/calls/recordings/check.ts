import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { checkStored, type Storage, storage } from "@/lib/platform/storage";
import { isStored } from "./read";
import type { Found } from "./row";

/** Looks whether the bytes of recordings that can be played are all in the storage, and marks those that are not. */
export const checkRecordings = (ctx: Ctx, store: Storage = storage()): Promise<void> =>
  checkStored<Pick<Found, "call_id" | "object" | "bytes">>(ctx, {
    table: "recordings",
    ready: sql<boolean>`state = 'ready'`,
    columns: ["call_id", "bytes"],
    isStored: (row) => isStored(store, row),
    tell: ({ call_id: callId }) => log.error({ callId }, "bytes of a recording are missing in the storage"),
  });
