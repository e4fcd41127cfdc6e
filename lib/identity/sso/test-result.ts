import type { Ctx } from "@/lib/platform/context";
import { lockExemptSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { admitIdentity } from "./admit";
import type { Identity } from "./assertion";
import { readConnection } from "./connection";
import { identityFieldRef } from "./receive";
import type { SsoTest } from "./schema";
import { REFUSAL_MESSAGES, type RefusalCode, SsoError } from "./sso-error";

const NONE: SsoTest = { state: "none", reason: null, received: null, would_be: null };

const selectLatestTest = ({ workspaceId, actor }: Ctx) =>
  db
    .selectFrom("sso_requests")
    .select(["relay_hash", "answered_at", "identity", "refused", "expires_at"])
    .where("workspace_id", "=", workspaceId)
    .where("purpose", "=", "test")
    .where("started_by", "=", actor.id)
    .orderBy("created_at", "desc")
    .limit(1);

const isRefusal = (code: string | null): code is RefusalCode => code !== null && code in REFUSAL_MESSAGES;

/** Reads the result of the last test that this member began, while its request exists. */
export async function readSsoTest(ctx: Ctx): Promise<SsoTest> {
  const row = await ctx.db.first(selectLatestTest(ctx));
  if (row === undefined || row.expires_at < ctx.now()) return NONE;
  if (row.answered_at === null) return { ...NONE, state: "waiting" };
  const reason = isRefusal(row.refused)
    ? { code: row.refused, message: REFUSAL_MESSAGES[row.refused] }
    : null;
  const state = reason === null ? "worked" : "refused";
  if (row.identity === null) return { ...NONE, state, reason };
  const sealer = await lockExemptSealer(ctx.workspaceId);
  const identity = JSON.parse(sealer.openText(identityFieldRef(row.relay_hash), row.identity)) as Identity;
  return {
    state,
    reason,
    received: {
      name_id: identity.nameId,
      attributes: Object.entries(identity.attributes).map(([name, values]) => ({ name, values })),
    },
    would_be: await previewAdmission(ctx, identity),
  };
}

async function previewAdmission(ctx: Ctx, identity: Identity): Promise<SsoTest["would_be"]> {
  const current = await readConnection(ctx.workspaceId);
  try {
    return (
      current &&
      (admitIdentity(identity, {
        domains: current.domains,
        mapping: current.connection.role_mapping,
      }) as never)
    );
  } catch (error) {
    if (error instanceof SsoError) return null;
    throw error;
  }
}
