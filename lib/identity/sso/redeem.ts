import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { standingSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { type Admitted, admit } from "./admit";
import type { Identity } from "./assertion";
import { knownConnection } from "./connection";
import { CALLBACK, jackson } from "./jackson";
import { identityPlace, worked } from "./receive";
import { SsoRefused } from "./refused";
import { hashOf } from "./request";

/** A code is redeemed by the redirect that brings it, at once. */
const REDEEM_MS = 60_000;

/**
 * Redeems a code, once, for the browser that began: `verifier` is in its cookie alone. Answers whom the provider vouches
 * for, by what this service has checked itself; what jackson makes of the same response must name the same person.
 * Throws `SsoRefused`.
 */
export async function redeem(
  workspaceId: string,
  { code, verifier }: { code: string; verifier: string },
  clock: Clock = systemClock,
): Promise<Admitted> {
  const now = iso(clock.now());
  const since = iso(new Date(Date.parse(now) - REDEEM_MS));
  const known = await knownConnection(workspaceId);
  if (known === null) throw new SsoRefused("not_connected");
  const claim = db
    .updateTable("sso_requests")
    .set({ redeemed_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("code_hash", "=", hashOf(code))
    .where("purpose", "=", "sign_in")
    .where("redeemed_at", "is", null)
    .where("answered_at", ">", since)
    .returning(["identity", "relay_hash"]);
  const [[row]] = await record({ workspaceId }, { run: [claim] });
  if (row?.identity == null) throw new SsoRefused("not_begun_here");
  const sealer = await standingSealer(workspaceId);
  const identity = JSON.parse(sealer.openText(identityPlace(row.relay_hash), row.identity)) as Identity;
  if ((await nameIdOf(code, verifier)) !== identity.nameId) throw new SsoRefused("provider");
  const admitted = admit(identity, { domains: known.domains, mapping: known.connection.role_mapping });
  await record({ workspaceId }, { run: [worked(workspaceId, known, now)] });
  return admitted;
}

async function nameIdOf(code: string, verifier: string): Promise<string> {
  const { oauthController } = await jackson();
  try {
    const { access_token } = await oauthController.token({
      code,
      grant_type: "authorization_code",
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    return String((await oauthController.userInfo(access_token)).id ?? "");
  } catch (cause) {
    throw new SsoRefused("provider", cause);
  }
}
