import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { plusMs } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { knownConnection, providerOf } from "./connection";
import { CALLBACK, jackson, REQUEST_TTL_S, syncConnection, TENANT } from "./jackson";
import { SsoRefused } from "./refused";
import { parseXml } from "./xml";
import { MAX_XML_CHARS } from "./xml-limits";

export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A request in the Redirect binding: DEFLATE without a header, in base64 (SAML 2.0 Bindings, 3.4.4.1). */
function requestIdOf(samlRequest: string): string {
  const xml = inflateRawSync(Buffer.from(samlRequest, "base64"), { maxOutputLength: MAX_XML_CHARS });
  return parseXml(xml.toString()).getAttribute("ID") ?? "";
}

export type Sent = { location: string; relay: string; requestId: string };

/**
 * Has jackson make a request to the workspace's identity provider. `state` and `codeChallenge` (S256) are the browser's,
 * which alone can redeem what comes of it. Throws `not_connected`.
 */
export async function makeRequest(
  workspaceId: string,
  { state, codeChallenge }: { state: string; codeChallenge: string },
): Promise<Sent> {
  const known = await knownConnection(workspaceId);
  if (known === null) throw new SsoRefused("not_connected");
  await syncConnection(workspaceId, providerOf(known.connection));
  const { oauthController } = await jackson();
  const { redirect_url, error } = await oauthController.authorize({
    tenant: TENANT,
    product: workspaceId,
    client_id: "",
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "",
    state,
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
  } as never);
  const sent = redirect_url === undefined ? null : new URL(redirect_url).searchParams;
  const [relay, request] = [sent?.get("RelayState"), sent?.get("SAMLRequest")];
  if (!redirect_url || !relay || !request) throw new SsoRefused("provider", error);
  return { location: redirect_url, relay, requestId: requestIdOf(request) };
}

/** The row of a request that was sent, or is about to be. `now`: RFC 3339. */
export const requestRow = (
  workspaceId: string,
  { relay, requestId }: Pick<Sent, "relay" | "requestId">,
  { purpose, startedBy = null }: { purpose: "sign_in" | "test"; startedBy?: string | null },
  now: string,
) =>
  db.insertInto("sso_requests").values({
    workspace_id: workspaceId,
    relay_hash: hashOf(relay),
    request_id: requestId,
    purpose,
    started_by: startedBy,
    created_at: now,
    expires_at: plusMs(now, REQUEST_TTL_S * 1_000),
  });

/** What has run out goes with the next sign-in: a workspace without one has nothing to sweep. */
export const sweepStatements = (workspaceId: string, now: string) => [
  db.deleteFrom("sso_requests").where("workspace_id", "=", workspaceId).where("expires_at", "<", now),
  db.deleteFrom("sso_assertions").where("workspace_id", "=", workspaceId).where("expires_at", "<", now),
];
