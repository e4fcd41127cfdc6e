import type { Ctx } from "@/lib/platform/context";
import type { PriceList } from "./schema";
import { selectPriceList, toPriceList } from "./stored-prices";

/** Reads the workspace's prices. Without any the list is empty. */
export const readPriceList = async (ctx: Pick<Ctx, "workspaceId" | "db">): Promise<PriceList> =>
  toPriceList(await ctx.db.first(selectPriceList(ctx.workspaceId)));
