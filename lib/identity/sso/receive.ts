import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { standingSealer } from "@/lib/platform/crypto";
import { db, record, violatedConstraint } from "@/lib/platform/db";
import { LIMITS, take } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { admit } from "./admit";
import type { Identity } from "./assertion";
import { type Known, knownConnection } from "./connection";
import { decodeResponse } from "./decode-response";
import { jackson, serviceKey } from "./jackson";
import { type Refusal, SsoRefused } from "./refused";
import { hashOf } from "./request";
import { verifyInThread } from "./response-verifier";
import { serviceProvider } from "./service-provider";

export type Posted = { response: string; relay: string };
type Pending = { purpose: string; request_id: string };

/** Where the browser goes from here: to redeem the code, or to what came of a test; or why nothing came of it. */
export type Received =
  | { kind: "sign_in"; code: string; state: string }
  | { kind: "test" }
  /** Unasked, where the workspace has switched that on: a sign-in begins, and what came is not looked at. */
  | { kind: "unasked" }
  | { kind: "refused"; code: Refusal };

const PEM_LINE = /.{1,64}/g;
const pemOf = (der: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.match(PEM_LINE) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

export const identityPlace = (relayHash: Buffer) => ({
  table: "sso_requests",
  row: relayHash.toString("hex"),
  field: "identity",
});

const pendingRequest = (workspaceId: string, relay: string, now: string) =>
  db
    .selectFrom("sso_requests")
    .select(["purpose", "request_id"])
    .where("workspace_id", "=", workspaceId)
    .where("relay_hash", "=", hashOf(relay))
    .where("request_id", "!=", "")
    .where("answered_at", "is", null)
    .where("expires_at", ">", now);

async function verify(workspaceId: string, xml: string, pending: Pending, known: Known, nowMs: number) {
  const { connection } = known;
  const { entityId, acsUrl } = serviceProvider(workspaceId);
  return verifyInThread({
    xml,
    certificates: connection.certificates.map(({ certificate }) => pemOf(certificate)),
    privateKey: await serviceKey(),
    expected: { issuer: connection.entity_id, audience: entityId, acsUrl, requestId: pending.request_id },
    nowMs,
  });
}

/** Bounds the answers to one request: each costs a verification. Throws `busy`. */
async function requireFewAnswers(relay: string): Promise<void> {
  const { admitted } = await take(`sso-request:${hashOf(relay).toString("hex")}`, LIMITS.ssoRequest);
  if (!admitted) throw new SsoRefused("busy");
}

/**
 * Uses the assertion up, and the request with it, in one transaction: of any number that bring the same at the same
 * time one gets through, as the row of an assertion is unique.
 */
async function spend(workspaceId: string, relay: string, identity: Identity, now: string): Promise<void> {
  const sealer = await standingSealer(workspaceId);
  const relayHash = hashOf(relay);
  try {
    await record({ workspaceId }, async (tx) => {
      await tx.all(
        db.insertInto("sso_assertions").values({
          workspace_id: workspaceId,
          assertion_hash: hashOf(identity.assertionId),
          expires_at: identity.spentAt,
        }),
      );
      const answered = await tx.one(
        db
          .updateTable("sso_requests")
          .set({
            answered_at: now,
            identity: sealer.seal(identityPlace(relayHash), JSON.stringify(identity)),
          })
          .where("workspace_id", "=", workspaceId)
          .where("relay_hash", "=", relayHash)
          .where("answered_at", "is", null)
          .returning("request_id"),
      );
      if (answered === undefined) throw new SsoRefused("replayed");
    });
  } catch (error) {
    if (violatedConstraint(error) === "sso_assertions_pkey") throw new SsoRefused("replayed");
    throw error;
  }
}

const update = (workspaceId: string, relay: string) =>
  db
    .updateTable("sso_requests")
    .where("workspace_id", "=", workspaceId)
    .where("relay_hash", "=", hashOf(relay));

/** What ours lets through goes through jackson too, which answers the code that the browser redeems. */
async function through(xml: string, relay: string): Promise<{ code: string; state: string }> {
  const { oauthController } = await jackson();
  let answer: { redirect_url?: string; error?: string };
  try {
    // In base64 of its own making, so that it decodes the document that was verified.
    const SAMLResponse = Buffer.from(xml).toString("base64");
    answer = await oauthController.samlResponse({ SAMLResponse, RelayState: relay });
  } catch (cause) {
    throw new SsoRefused("provider", cause);
  }
  const sent = answer.redirect_url === undefined ? null : new URL(answer.redirect_url).searchParams;
  const [code, state] = [sent?.get("code"), sent?.get("state")];
  if (!code || !state) throw new SsoRefused("provider", answer.error);
  return { code, state };
}

/** The provider that has brought somebody to the end may be enforced; another one, put in its place meanwhile, not. */
export const worked = (workspaceId: string, { connection }: Known, now: string) =>
  db
    .updateTable("sso_connections")
    .set({ last_success_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("entity_id", "=", connection.entity_id)
    .where("sso_url", "=", connection.sso_url);

async function answerTo(
  workspaceId: string,
  posted: Posted,
  pending: Pending,
  now: string,
): Promise<Received> {
  const known = await knownConnection(workspaceId);
  if (known === null) throw new SsoRefused("not_connected");
  const xml = decodeResponse(posted.response);
  await requireFewAnswers(posted.relay);
  const identity = await verify(workspaceId, xml, pending, known, Date.parse(now));
  await spend(workspaceId, posted.relay, identity, now);
  const { code, state } = await through(xml, posted.relay);
  admit(identity, { domains: known.domains, mapping: known.connection.role_mapping });
  if (pending.purpose === "test") {
    await record({ workspaceId }, { run: [worked(workspaceId, known, now)] });
    return { kind: "test" };
  }
  await record(
    { workspaceId },
    { run: [update(workspaceId, posted.relay).set({ code_hash: hashOf(code) })] },
  );
  return { kind: "sign_in", code, state };
}

/** jackson's own relay states begin so: what has one was asked for here. */
const RELAY = "boxyhq_jackson_";
/**
 * Who begins at the identity provider's own page brings an answer that nobody asked for; anybody could have someone else
 * bring one. It opens nothing: where the workspace wants it, it leads to a sign-in that begins here.
 */
async function takesUnasked(workspaceId: string, { relay }: Posted): Promise<boolean> {
  if (relay.startsWith(RELAY)) return false;
  return (await knownConnection(workspaceId))?.connection.idp_initiated === true;
}

/**
 * Takes what an identity provider has the browser bring (SAML 2.0 Bindings, 3.5). Every refusal is an answer, and says
 * nothing to anybody but by its code; a test's is kept for the page that shows it.
 */
export async function receive(
  workspaceId: string,
  posted: Posted,
  clock: Clock = systemClock,
): Promise<Received> {
  const now = iso(clock.now());
  let pending: Pending | undefined;
  try {
    [[pending]] = await record({ workspaceId }, { run: [pendingRequest(workspaceId, posted.relay, now)] });
    if (pending === undefined && (await takesUnasked(workspaceId, posted))) return { kind: "unasked" };
    if (pending === undefined) throw new SsoRefused("not_begun_here");
    return await answerTo(workspaceId, posted, pending, now);
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error;
    log.info({ workspaceId, refused: error.code, err: error.cause }, "a single sign-on was refused");
    if (pending?.purpose !== "test") return { kind: "refused", code: error.code };
    const refused = update(workspaceId, posted.relay).set({ refused: error.code, answered_at: now });
    await record({ workspaceId }, { run: [refused] });
    return { kind: "test" };
  }
}
