import type { SplitCaller } from "@/lib/agents/agents";
import { findContact, parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { workspaceIndexer } from "@/lib/platform/crypto";
import { AppError } from "@/lib/platform/errors";
import type { CreateCall } from "./schema";

/** Channels on which a signed-in member talks to the agent in the dashboard. */
const TEST_CHANNELS: readonly CreateCall["channel"][] = ["chat", "web"];

/** The keyed hash of the contact's number; null without a contact or a valid number. Errors are left to the code that creates the call. */
async function findNumberHash(ctx: Ctx, { contact_id: contactId, to }: CreateCall): Promise<Buffer | null> {
  if (contactId === undefined) {
    const parsed = to === undefined ? null : parseNumber(to);
    if (parsed === null || !parsed.ok) return null;
    return (await workspaceIndexer(ctx.workspaceId)).hash("number", parsed.number.e164);
  }
  try {
    return (await findContact(ctx, contactId)).hash;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The caller by whom a traffic split selects the version of a requested call; null for a test, which takes no part in a split. */
export async function findSplitCaller(
  ctx: Ctx,
  input: CreateCall,
  callId: string,
): Promise<SplitCaller | null> {
  const isTest = input.draft || (ctx.session !== undefined && TEST_CHANNELS.includes(input.channel));
  if (isTest || ctx.environment !== "live") return null;
  return { numberHash: await findNumberHash(ctx, input), callId };
}
