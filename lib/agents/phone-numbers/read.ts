import type { Ctx } from "@/lib/platform/context";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { numberOrNotFound, selectNumbers, toNumber } from "./row";
import type { PhoneNumber } from "./schema";

/** Lists the workspace's numbers, newest first. */
export async function listPhoneNumbers(ctx: Ctx, page: PageQuery): Promise<Page<PhoneNumber>> {
  const { data, ...pageInfo } = await listPage(ctx, selectNumbers(ctx.workspaceId), page);
  return { ...pageInfo, data: data.map(toNumber) };
}

/** Reads one number. Throws `not_found`. */
export const readPhoneNumber = async (ctx: Ctx, id: string): Promise<PhoneNumber> =>
  numberOrNotFound(await ctx.db.first(selectNumbers(ctx.workspaceId).where("id", "=", id)));
