import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { plusMs } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { providerOf, readConnection } from "./connection";
import { CALLBACK, getJackson, REQUEST_TTL_S, syncConnection, TENANT } from "./jackson";
import { SsoError } from "./sso-error";
import { parseXml } from "./xml";
import { MAX_XML_CHARS } from "./xml-limits";

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Parses the id of a request in the Redirect binding: base64 of raw DEFLATE (SAML 2.0 Bindings, 3.4.4.1). */
function parseRequestId(samlRequest: string): string {
  const xml = inflateRawSync(Buffer.from(samlRequest, "base64"), { maxOutputLength: MAX_XML_CHARS });
  return parseXml(xml.toString()).getAttribute("ID") ?? "";
}

export type AuthnRequest = { location: string; relay: string; requestId: string };

/**
 * Creates jackson's request to the workspace's identity provider. `state` and `codeChallenge` (S256) come
 * from the browser, so that only this browser can redeem the code. Throws `not_connected`.
 */
export async function createAuthnRequest(
  workspaceId: string,
  { state, codeChallenge }: { state: string; codeChallenge: string },
): Promise<AuthnRequest> {
  const current = await readConnection(workspaceId);
  if (current === null) throw new SsoError("not_connected");
  await syncConnection(workspaceId, providerOf(current.connection));
  const { oauthController } = await getJackson();
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
  const redirectParams = redirect_url === undefined ? null : new URL(redirect_url).searchParams;
  const [relay, request] = [redirectParams?.get("RelayState"), redirectParams?.get("SAMLRequest")];
  if (!redirect_url || !relay || !request) throw new SsoError("provider", error);
  return { location: redirect_url, relay, requestId: parseRequestId(request) };
}

/** The insert of a request. `now`: RFC 3339. */
export const insertRequest = (
  workspaceId: string,
  { relay, requestId }: Pick<AuthnRequest, "relay" | "requestId">,
  { purpose, startedBy = null }: { purpose: "sign_in" | "test"; startedBy?: string | null },
  now: string,
) =>
  db.insertInto("sso_requests").values({
    workspace_id: workspaceId,
    relay_hash: sha256(relay),
    request_id: requestId,
    purpose,
    started_by: startedBy,
    created_at: now,
    expires_at: plusMs(now, REQUEST_TTL_S * 1_000),
  });

/** The statements that delete expired rows. Each sign-in runs them, as only sign-ins create such rows. */
export const deleteExpired = (workspaceId: string, now: string) => [
  db.deleteFrom("sso_requests").where("workspace_id", "=", workspaceId).where("expires_at", "<", now),
  db.deleteFrom("sso_assertions").where("workspace_id", "=", workspaceId).where("expires_at", "<", now),
];
