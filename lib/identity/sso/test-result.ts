import type { Ctx } from "@/lib/platform/context";
import { standingSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { admit } from "./admit";
import type { Identity } from "./assertion";
import { knownConnection } from "./connection";
import { identityPlace } from "./receive";
import { REFUSALS, type Refusal, SsoRefused } from "./refused";
import type { SsoTest } from "./schema";

const NONE: SsoTest = { state: "none", reason: null, received: null, would_be: null };

const latest = ({ workspaceId, actor }: Ctx) =>
  db
    .selectFrom("sso_requests")
    .select(["relay_hash", "answered_at", "identity", "refused", "expires_at"])
    .where("workspace_id", "=", workspaceId)
    .where("purpose", "=", "test")
    .where("started_by", "=", actor.id)
    .orderBy("created_at", "desc")
    .limit(1);

const isRefusal = (code: string | null): code is Refusal => code !== null && code in REFUSALS;

/** What came of the last test that this member began, for as long as its request is kept. */
export async function readTest(ctx: Ctx): Promise<SsoTest> {
  const row = await ctx.db.one(latest(ctx));
  if (row === undefined || row.expires_at < ctx.now()) return NONE;
  if (row.answered_at === null) return { ...NONE, state: "waiting" };
  const reason = isRefusal(row.refused) ? { code: row.refused, message: REFUSALS[row.refused] } : null;
  const state = reason === null ? "worked" : "refused";
  if (row.identity === null) return { ...NONE, state, reason };
  const sealer = await standingSealer(ctx.workspaceId);
  const identity = JSON.parse(sealer.openText(identityPlace(row.relay_hash), row.identity)) as Identity;
  return {
    state,
    reason,
    received: {
      name_id: identity.nameId,
      attributes: Object.entries(identity.attributes).map(([name, values]) => ({ name, values })),
    },
    would_be: await wouldBe(ctx, identity),
  };
}

async function wouldBe(ctx: Ctx, identity: Identity): Promise<SsoTest["would_be"]> {
  const known = await knownConnection(ctx.workspaceId);
  try {
    return (
      known && (admit(identity, { domains: known.domains, mapping: known.connection.role_mapping }) as never)
    );
  } catch (error) {
    if (error instanceof SsoRefused) return null;
    throw error;
  }
}
