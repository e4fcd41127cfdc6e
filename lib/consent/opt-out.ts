import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/context";
import type { Sealer } from "@/lib/crypto";
import { consentStatements } from "./ledger";
import { CHANNELS, type NewConsent } from "./schema";
import { suppressStatement } from "./suppressions";

type Who = Pick<Ctx, "workspaceId" | "environment" | "actor" | "now">;

/** Who asked to be left alone, in which call; `contact` where they are one. */
export type OptOut = { hash: Buffer; callId: string; contact: { id: string; sealer: Sealer } | null };

const REVOKED: readonly NewConsent[] = (["informational", "telemarketing"] as const).flatMap((purpose) =>
  CHANNELS.map((channel) => ({ purpose, channel, granted: false, source: "spoken_opt_out" })),
);

/**
 * What follows from "don't call me again": the number is suppressed for call and text from that second, and the
 * contact's consents are taken back in the ledger, so that a suppression that is lifted later revives none of them.
 */
export function optOutStatements(ctx: Who, { hash, callId, contact }: OptOut): Compilable<unknown>[] {
  return [
    suppressStatement(ctx, [hash], {
      source: "spoken_opt_out",
      channels: CHANNELS,
      reason: "asked in a conversation",
      callId,
    }),
    ...(contact === null ? [] : consentStatements(ctx, contact.sealer, contact.id, REVOKED, { callId })),
  ];
}
