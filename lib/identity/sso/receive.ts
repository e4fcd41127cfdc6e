import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { lockExemptSealer } from "@/lib/platform/crypto";
import { db, violatedConstraint, writeUnaudited } from "@/lib/platform/db";
import { LIMITS, take } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { admitIdentity } from "./admit";
import type { Identity } from "./assertion";
import { type ConnectionWithDomains, readConnection } from "./connection";
import { decodeResponse } from "./decode-response";
import { getJackson, readServiceKey } from "./jackson";
import { sha256 } from "./request";
import { verifyInThread } from "./response-verifier";
import { serviceProviderOf } from "./service-provider";
import { type RefusalCode, SsoError } from "./sso-error";

export type PostedResponse = { response: string; relay: string };
type Pending = { purpose: string; request_id: string };

/**
 * The result that decides where the browser goes: to redeem the code, to the test's result, or to the error.
 */
export type ReceiveResult =
  | { kind: "sign_in"; code: string; state: string }
  | { kind: "test" }
  /**
   * An unsolicited response, if the workspace allows it: a new sign-in begins and the response is ignored.
   */
  | { kind: "unsolicited" }
  | { kind: "refused"; code: RefusalCode };

const PEM_LINE = /.{1,64}/g;
const pemOf = (der: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.match(PEM_LINE) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

export const identityFieldRef = (relayHash: Buffer) => ({
  table: "sso_requests",
  row: relayHash.toString("hex"),
  field: "identity",
});

const selectPendingRequest = (workspaceId: string, relay: string, now: string) =>
  db
    .selectFrom("sso_requests")
    .select(["purpose", "request_id"])
    .where("workspace_id", "=", workspaceId)
    .where("relay_hash", "=", sha256(relay))
    .where("request_id", "!=", "")
    .where("answered_at", "is", null)
    .where("expires_at", ">", now);

async function verify(
  workspaceId: string,
  xml: string,
  pending: Pending,
  current: ConnectionWithDomains,
  nowMs: number,
) {
  const { connection } = current;
  const { entityId, acsUrl } = serviceProviderOf(workspaceId);
  return verifyInThread({
    xml,
    certificates: connection.certificates.map(({ certificate }) => pemOf(certificate)),
    privateKey: await readServiceKey(),
    expected: { issuer: connection.entity_id, audience: entityId, acsUrl, requestId: pending.request_id },
    nowMs,
  });
}

/** Limits the responses to one request, as each costs a verification. Throws `busy`. */
async function requireFewResponses(relay: string): Promise<void> {
  const { admitted } = await take(`sso-request:${sha256(relay).toString("hex")}`, LIMITS.ssoRequest);
  if (!admitted) throw new SsoError("busy");
}

/**
 * Consumes the assertion and its request in one transaction. The unique row of an assertion admits only one
 * of several concurrent uses. Throws `replayed`.
 */
async function consumeAssertion(
  workspaceId: string,
  relay: string,
  identity: Identity,
  now: string,
): Promise<void> {
  const sealer = await lockExemptSealer(workspaceId);
  const relayHash = sha256(relay);
  try {
    await writeUnaudited({ workspaceId }, async (tx) => {
      await tx.all(
        db.insertInto("sso_assertions").values({
          workspace_id: workspaceId,
          assertion_hash: sha256(identity.assertionId),
          expires_at: identity.expiresAt,
        }),
      );
      const updatedRequest = await tx.first(
        db
          .updateTable("sso_requests")
          .set({
            answered_at: now,
            identity: sealer.seal(identityFieldRef(relayHash), JSON.stringify(identity)),
          })
          .where("workspace_id", "=", workspaceId)
          .where("relay_hash", "=", relayHash)
          .where("answered_at", "is", null)
          .returning("request_id"),
      );
      if (updatedRequest === undefined) throw new SsoError("replayed");
    });
  } catch (error) {
    if (violatedConstraint(error) === "sso_assertions_pkey") throw new SsoError("replayed");
    throw error;
  }
}

const updateRequest = (workspaceId: string, relay: string) =>
  db
    .updateTable("sso_requests")
    .where("workspace_id", "=", workspaceId)
    .where("relay_hash", "=", sha256(relay));

/** Passes a verified response to jackson, which returns the code that the browser redeems. */
async function forwardToJackson(xml: string, relay: string): Promise<{ code: string; state: string }> {
  const { oauthController } = await getJackson();
  let answer: { redirect_url?: string; error?: string };
  try {
    // Encoded again, so that jackson decodes exactly the verified document.
    const SAMLResponse = Buffer.from(xml).toString("base64");
    answer = await oauthController.samlResponse({ SAMLResponse, RelayState: relay });
  } catch (cause) {
    throw new SsoError("provider", cause);
  }
  const redirectParams = answer.redirect_url === undefined ? null : new URL(answer.redirect_url).searchParams;
  const [code, state] = [redirectParams?.get("code"), redirectParams?.get("state")];
  if (!code || !state) throw new SsoError("provider", answer.error);
  return { code, state };
}

/**
 * Records a success of this provider, which allows enforcing it. A provider that replaced it meanwhile is
 * unchanged.
 */
export const recordSuccess = (workspaceId: string, { connection }: ConnectionWithDomains, now: string) =>
  db
    .updateTable("sso_connections")
    .set({ last_success_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("entity_id", "=", connection.entity_id)
    .where("sso_url", "=", connection.sso_url);

async function processResponse(
  workspaceId: string,
  posted: PostedResponse,
  pending: Pending,
  now: string,
): Promise<ReceiveResult> {
  const current = await readConnection(workspaceId);
  if (current === null) throw new SsoError("not_connected");
  const xml = decodeResponse(posted.response);
  await requireFewResponses(posted.relay);
  const identity = await verify(workspaceId, xml, pending, current, Date.parse(now));
  await consumeAssertion(workspaceId, posted.relay, identity, now);
  const { code, state } = await forwardToJackson(xml, posted.relay);
  admitIdentity(identity, { domains: current.domains, mapping: current.connection.role_mapping });
  if (pending.purpose === "test") {
    await writeUnaudited({ workspaceId }, { run: [recordSuccess(workspaceId, current, now)] });
    return { kind: "test" };
  }
  await writeUnaudited(
    { workspaceId },
    { run: [updateRequest(workspaceId, posted.relay).set({ code_hash: sha256(code) })] },
  );
  return { kind: "sign_in", code, state };
}

/** Prefix of jackson's relay states: a response with it answers a request of this service. */
const JACKSON_RELAY_PREFIX = "boxyhq_jackson_";
/**
 * Whether to accept a response without a request, which a sign-in from the identity provider's page sends. An
 * attacker could make another person's browser send one, so it opens no session: it only begins a sign-in
 * here, if the workspace allows it.
 */
async function isUnsolicitedAllowed(workspaceId: string, { relay }: PostedResponse): Promise<boolean> {
  if (relay.startsWith(JACKSON_RELAY_PREFIX)) return false;
  return (await readConnection(workspaceId))?.connection.idp_initiated === true;
}

/**
 * Receives a response that the browser posts for an identity provider (SAML 2.0 Bindings, 3.5). A refusal is
 * a result that contains only its code; the refusal of a test is stored for the test's page.
 */
export async function receiveResponse(
  workspaceId: string,
  posted: PostedResponse,
  clock: Clock = systemClock,
): Promise<ReceiveResult> {
  const now = iso(clock.now());
  let pending: Pending | undefined;
  try {
    [[pending]] = await writeUnaudited(
      { workspaceId },
      { run: [selectPendingRequest(workspaceId, posted.relay, now)] },
    );
    if (pending === undefined && (await isUnsolicitedAllowed(workspaceId, posted)))
      return { kind: "unsolicited" };
    if (pending === undefined) throw new SsoError("not_begun_here");
    return await processResponse(workspaceId, posted, pending, now);
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    log.info({ workspaceId, refused: error.code, err: error.cause }, "a single sign-on was refused");
    if (pending?.purpose !== "test") return { kind: "refused", code: error.code };
    const updateRefused = updateRequest(workspaceId, posted.relay).set({
      refused: error.code,
      answered_at: now,
    });
    await writeUnaudited({ workspaceId }, { run: [updateRefused] });
    return { kind: "test" };
  }
}
