import type { Ctx } from "@/lib/platform/context";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { foundNumber, selectNumbers, toNumber } from "./row";
import type { PhoneNumber } from "./schema";

/** The workspace's numbers, newest first. */
export async function listPhoneNumbers(ctx: Ctx, page: PageQuery): Promise<Page<PhoneNumber>> {
  const { data, ...rest } = await listPage(ctx, selectNumbers(ctx.workspaceId), page);
  return { ...rest, data: data.map(toNumber) };
}

/** One number. Throws `not_found`. */
export const readPhoneNumber = async (ctx: Ctx, id: string): Promise<PhoneNumber> =>
  foundNumber(await ctx.db.one(selectNumbers(ctx.workspaceId).where("id", "=", id)));
