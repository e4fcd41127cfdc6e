import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { checkStored, hasAllChunks, type Storage, storage } from "@/lib/platform/storage";
import { folderOf } from "./row";

/** Checks that the storage has all parts of downloadable files, and marks incomplete ones. */
export const checkExports = (ctx: Ctx, store: Storage = storage()): Promise<void> =>
  checkStored<{ id: string; object: string; parts: number }>(ctx, {
    table: "exports",
    ready: sql<boolean>`status = 'completed'`,
    columns: ["id", "parts"],
    isStored: ({ object, parts }) => hasAllChunks(store, folderOf(object), parts),
    tell: ({ id }) => log.error({ exportId: id }, "bytes of an export are missing in the storage"),
  });
