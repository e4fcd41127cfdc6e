import { storeCallerSignature } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { type IncomingInvite, parseSipAddress } from "@/lib/platform/sip";
import type { Verification } from "@/lib/platform/stir";
import type { SipContext } from "./sip-context";

/** Begins to verify the signature of the caller's number (STIR/SHAKEN). Null if it could not be verified. */
export function verifyCaller(
  { stir }: Pick<SipContext, "stir">,
  invite: IncomingInvite,
): Promise<Verification | null> {
  const request = {
    identities: invite.header("identity"),
    caller: (invite.assertedIdentity ?? invite.from).user,
    called: parseSipAddress(invite.header("to")[0] ?? "")?.user ?? "",
    date: invite.header("date")[0] ?? null,
  };
  return stir.verify(request, new Date()).catch((error: unknown) => {
    log.warn({ err: error, trunkId: invite.trunkId }, "the signature of a caller could not be verified");
    return null;
  });
}

/** Stores the result with the call. Never rejects: the call continues without it. */
export async function storeVerification(
  ctx: Ctx,
  callId: string,
  verifying: Promise<Verification | null>,
): Promise<void> {
  try {
    const verification = await verifying;
    if (verification !== null) await storeCallerSignature(ctx, callId, verification);
  } catch (error) {
    log.warn({ err: error, callId }, "the verification of a caller was not stored");
  }
}
