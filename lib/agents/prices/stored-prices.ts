import { z } from "zod";
import { db } from "@/lib/platform/db";
import { storedDocument } from "@/lib/platform/stored-document";
import { Price, type PriceList } from "./schema";

/** The stored prices of a workspace. */
export const pricesDocument = storedDocument<{ prices: Price[] }>({
  name: "price list",
  schema: z.strictObject({ prices: z.array(Price) }),
});

/** The revision of the empty list before its first change: the default of the column. */
export const FIRST_REVISION = "00000000-0000-0000-0000-000000000000";

type PriceListRow = { prices: unknown; revision: string; changed_at: string | null };

/** Selects a workspace's price list, for a reader or a transaction. It has no row before its first change. */
export const selectPriceList = (workspaceId: string) =>
  db
    .selectFrom("price_lists")
    .select(["prices", "revision", "changed_at"])
    .where("workspace_id", "=", workspaceId);

export const toPriceList = (row: PriceListRow | undefined): PriceList =>
  row === undefined
    ? { prices: [], revision: FIRST_REVISION, changed_at: null }
    : { ...pricesDocument.read(row.prices), revision: row.revision, changed_at: row.changed_at };
