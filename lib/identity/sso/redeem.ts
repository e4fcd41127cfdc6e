import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { lockExemptSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type AdmittedUser, admitIdentity } from "./admit";
import type { Identity } from "./assertion";
import { readConnection } from "./connection";
import { CALLBACK, getJackson } from "./jackson";
import { identityFieldRef, recordSuccess } from "./receive";
import { sha256 } from "./request";
import { SsoError } from "./sso-error";

/** The redirect redeems a code immediately. */
const CODE_TTL_MS = 60_000;

/**
 * Redeems a code once, for the browser that began the sign-in: only its cookie has the `verifier`. Returns
 * the admitted user from the identity that this service verified; jackson's result must name the same person.
 * Throws `SsoError`.
 */
export async function redeemCode(
  workspaceId: string,
  { code, verifier }: { code: string; verifier: string },
  clock: Clock = systemClock,
): Promise<AdmittedUser> {
  const now = iso(clock.now());
  const since = iso(new Date(Date.parse(now) - CODE_TTL_MS));
  const current = await readConnection(workspaceId);
  if (current === null) throw new SsoError("not_connected");
  const claim = db
    .updateTable("sso_requests")
    .set({ redeemed_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("code_hash", "=", sha256(code))
    .where("purpose", "=", "sign_in")
    .where("redeemed_at", "is", null)
    .where("answered_at", ">", since)
    .returning(["identity", "relay_hash"]);
  const [[row]] = await writeUnaudited({ workspaceId }, { run: [claim] });
  if (row?.identity == null) throw new SsoError("not_begun_here");
  const sealer = await lockExemptSealer(workspaceId);
  const identity = JSON.parse(sealer.openText(identityFieldRef(row.relay_hash), row.identity)) as Identity;
  if ((await redeemAtJackson(code, verifier)) !== identity.nameId) throw new SsoError("provider");
  const admitted = admitIdentity(identity, {
    domains: current.domains,
    mapping: current.connection.role_mapping,
  });
  await writeUnaudited({ workspaceId }, { run: [recordSuccess(workspaceId, current, now)] });
  return admitted;
}

async function redeemAtJackson(code: string, verifier: string): Promise<string> {
  const { oauthController } = await getJackson();
  try {
    const { access_token } = await oauthController.token({
      code,
      grant_type: "authorization_code",
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    return String((await oauthController.userInfo(access_token)).id ?? "");
  } catch (cause) {
    throw new SsoError("provider", cause);
  }
}
