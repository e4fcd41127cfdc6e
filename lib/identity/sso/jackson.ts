import { createHmac } from "node:crypto";
import type { SAMLJackson } from "@boxyhq/saml-jackson";
import pg from "pg";
import { requireSecret } from "@/lib/platform/crypto";
import { directConnection, directUrl } from "@/lib/platform/db";
import { hideTelemetryVariables } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { buildMetadata, type Provider } from "./metadata";
import { closeVerifier, readProfileInThread } from "./response-verifier";
import { baseUrl, serviceProviderOf } from "./service-provider";

/** jackson waits for its database without a limit, so requests need their own. */
const START_TIMEOUT_MS = 20_000;
/**
 * The advisory lock of concurrent starts: the second process finds the certificate that the first one
 * created.
 */
const START_LOCK = 7_227_465_393;
/** Time limit for a sign-in at the provider; the request's row has the same expiry. */
export const REQUEST_TTL_S = 600;
const CLEANUP_LIMIT = 1_000;
/** Size of jackson's separate connection pool; a sign-in takes a few short queries. */
const POOL_SIZE = 3;

/**
 * All workspaces share one jackson tenant, as jackson allows an identity provider in one tenant only. Each is
 * a product.
 */
export const TENANT = "parley";
/** jackson's redirect URL, which no browser opens: the code is extracted and passed to this site's path. */
export const CALLBACK = "https://parley.invalid/callback";

const logError = (text: unknown, error?: unknown): void =>
  log.warn(
    { jackson: String(text).slice(0, 300), err: error instanceof Error ? error : undefined },
    "jackson",
  );

/**
 * The database URL with jackson's role and schema from the migrations, which limit it to its three tables.
 */
function jacksonUrl(): string {
  const url = new URL(directUrl());
  url.searchParams.set("options", "-c role=parley_sso -c search_path=jackson -c timezone=UTC");
  url.searchParams.set("pool_max_conns", String(POOL_SIZE));
  url.searchParams.set("pool_connect_timeout", "5");
  return url.href;
}

type Saml20 = { validate: (xml: string, options: unknown) => Promise<unknown> };

/** Moves jackson's second signature check to the worker thread, off the event loop. */
async function validateInThread(): Promise<void> {
  let saml20: unknown = await import("@boxyhq/saml20");
  // Loaders wrap the default export of a CommonJS package differently; jackson uses the innermost one.
  while (typeof saml20 === "object" && saml20 !== null && "default" in saml20) saml20 = saml20.default;
  (saml20 as Saml20).validate = readProfileInThread;
}

async function start(): Promise<SAMLJackson> {
  // Loaded at first use, as it is large and most processes never handle a sign-in.
  hideTelemetryVariables();
  const { controllers } = await import("@boxyhq/saml-jackson");
  await validateInThread();
  const secret = requireSecret("sso.key");
  const lock = new pg.Client(directConnection());
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [START_LOCK]);
    return await controllers({
      externalUrl: baseUrl(),
      samlPath: "/api/sso/acs",
      samlAudience: baseUrl(),
      idpEnabled: false,
      noAnalytics: true,
      openid: { redirectExactMatch: true },
      // Traces would store whole responses with personal data.
      ssoTraces: { disable: true },
      clientSecretVerifier: createHmac("sha256", secret).update("client secret").digest("hex"),
      db: {
        engine: "sql",
        type: "postgres",
        url: jacksonUrl(),
        manualMigration: true,
        encryptionKey: secret.toString("latin1"),
        ttl: REQUEST_TTL_S,
        cleanupLimit: CLEANUP_LIMIT,
      },
      logger: { info: () => undefined, warn: () => undefined, error: logError },
    });
  } finally {
    await lock.end();
  }
}

const shared = globalSingleton<{ running?: Promise<SAMLJackson> | undefined }>("sso.jackson", () => ({}));

/**
 * Returns this process's jackson, started at first use. Throws `unavailable` while its database does not
 * respond.
 */
export async function getJackson(): Promise<SAMLJackson> {
  shared.running ??= start().catch((error: unknown) => {
    shared.running = undefined;
    throw error;
  });
  return withTimeout(shared.running, START_TIMEOUT_MS, () => {
    throw new AppError("sso_starting", { retryAfterS: 2 });
  });
}

/** Closes jackson and its connections; a later use starts it again. */
export async function closeJackson(): Promise<void> {
  const running = shared.running;
  shared.running = undefined;
  await Promise.all([closeVerifier(), (await running)?.close()]);
}

/** Reads the private key (PEM) that decrypts assertions for this service. */
export async function readServiceKey(): Promise<string> {
  await getJackson();
  const { getDefaultCertificate } = await import("@boxyhq/saml-jackson/dist/saml/x509.js");
  return (await getDefaultCertificate()).privateKey;
}

/** Reads the metadata of this service for a workspace's identity provider. */
export async function readServiceMetadata(workspaceId: string): Promise<string> {
  const { spConfig } = await getJackson();
  const { entityId, acsUrl } = serviceProviderOf(workspaceId);
  return spConfig.toXMLMetadata(true, entityId, acsUrl);
}

/** Synchronizes jackson's copy of a workspace's connection before it is used. */
export async function syncConnection(workspaceId: string, provider: Provider): Promise<void> {
  const { connectionAPIController: api } = await getJackson();
  const scope = { tenant: TENANT, product: workspaceId };
  const { entityId, acsUrl } = serviceProviderOf(workspaceId);
  const [existing, ...more] = await api.getConnections(scope);
  const samlConnection = existing && "idpMetadata" in existing ? existing : undefined;
  const isInSync =
    more.length === 0 &&
    samlConnection?.idpMetadata.entityID === provider.entityId &&
    samlConnection.idpMetadata.sso.redirectUrl === provider.ssoUrl &&
    samlConnection.idpMetadata.publicKey ===
      provider.certificates.map(({ certificate }) => certificate).join(",") &&
    samlConnection.samlAudienceOverride === entityId &&
    samlConnection.acsUrlOverride === acsUrl;
  if (isInSync) return;
  if (existing !== undefined) await api.deleteConnections(scope);
  await api.createSAMLConnection({
    ...scope,
    rawMetadata: buildMetadata(provider),
    defaultRedirectUrl: CALLBACK,
    redirectUrl: CALLBACK,
    samlAudienceOverride: entityId,
    acsUrlOverride: acsUrl,
  } as never);
}
