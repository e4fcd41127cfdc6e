import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { checkStored, holdsAll, type Storage, storage } from "@/lib/platform/storage";
import { folderOf } from "./row";

/** Looks whether the parts of files that can be fetched are all in the storage, and marks those that are not. */
export const checkExports = (ctx: Ctx, store: Storage = storage()): Promise<void> =>
  checkStored<{ id: string; object: string; parts: number }>(ctx, {
    table: "exports",
    ready: sql<boolean>`status = 'completed'`,
    columns: ["id", "parts"],
    isStored: ({ object, parts }) => holdsAll(store, folderOf(object), parts),
    tell: ({ id }) => log.error({ exportId: id }, "bytes of an export are missing in the storage"),
  });
