import { createHmac } from "node:crypto";
import type { SAMLJackson } from "@boxyhq/saml-jackson";
import pg from "pg";
import { secretFile } from "@/lib/platform/crypto";
import { connection, databaseUrl } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { metadataOf, type Provider } from "./metadata";
import { closeVerifier, readProfileInThread } from "./response-verifier";
import { baseUrl, serviceProvider } from "./service-provider";

/** jackson waits for its database for ever; a person does not. */
const START_TIMEOUT_MS = 20_000;
/** One number for all processes that start it: the second finds the certificate that the first has made. */
const START_LOCK = 7_227_465_393;
/** How long a sign-in may take at the provider; the request's own row says the same. */
export const REQUEST_TTL_S = 600;
const CLEANUP_LIMIT = 1_000;
/** Connections to the database of its own: a sign-in takes some short ones. */
const POOL = 3;

/** All workspaces are jackson's one tenant, as it lets an identity provider serve one tenant alone; each is a product. */
export const TENANT = "parley";
/** Where jackson sends a code. Nobody goes there: the code is taken out and handed on to this site's own path. */
export const CALLBACK = "https://parley.invalid/callback";

const wordless = (text: unknown, error?: unknown): void =>
  log.warn(
    { jackson: String(text).slice(0, 300), err: error instanceof Error ? error : undefined },
    "jackson",
  );

/** Its role and its schema, made by the migrations: it reaches its own three tables and nothing else. */
function jacksonUrl(): string {
  const url = new URL(databaseUrl());
  url.searchParams.set("options", "-c role=parley_sso -c search_path=jackson -c timezone=UTC");
  url.searchParams.set("pool_max_conns", String(POOL));
  url.searchParams.set("pool_connect_timeout", "5");
  return url.href;
}

type Saml20 = { validate: (xml: string, options: unknown) => Promise<unknown> };

/** jackson checks a signature a second time: in the thread of the first time, not on the event loop. */
async function validateInThread(): Promise<void> {
  let saml20: unknown = await import("@boxyhq/saml20");
  // Each loader wraps the default export of a CommonJS package in its own way; jackson uses the innermost.
  while (typeof saml20 === "object" && saml20 !== null && "default" in saml20) saml20 = saml20.default;
  (saml20 as Saml20).validate = readProfileInThread;
}

async function start(): Promise<SAMLJackson> {
  // Loaded at its first use: most processes never sign anybody in, and it is large.
  const { controllers } = await import("@boxyhq/saml-jackson");
  await validateInThread();
  const secret = secretFile("sso.key");
  const lock = new pg.Client(connection());
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
      // It would keep whole responses, with all that they say of people.
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
      logger: { info: () => undefined, warn: () => undefined, error: wordless },
    });
  } finally {
    await lock.end();
  }
}

const shared = perProcess<{ running?: Promise<SAMLJackson> | undefined }>("sso.jackson", () => ({}));

/** The one jackson of this process, started at its first use. Throws `unavailable` while its database does not answer. */
export async function jackson(): Promise<SAMLJackson> {
  shared.running ??= start().catch((error: unknown) => {
    shared.running = undefined;
    throw error;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new AppError("unavailable", "Single sign-on is starting. Try again.", { retryAfterS: 2 }));
    }, START_TIMEOUT_MS);
  });
  return Promise.race([shared.running, late]).finally(() => clearTimeout(timer));
}

/** Ends it and its connections; a later use starts it anew. */
export async function closeJackson(): Promise<void> {
  const running = shared.running;
  shared.running = undefined;
  await Promise.all([closeVerifier(), (await running)?.close()]);
}

/** The key that assertions for this service are encrypted to, in PEM. */
export async function serviceKey(): Promise<string> {
  await jackson();
  const { getDefaultCertificate } = await import("@boxyhq/saml-jackson/dist/saml/x509.js");
  return (await getDefaultCertificate()).privateKey;
}

/** The metadata of this service for a workspace's identity provider. */
export async function serviceMetadata(workspaceId: string): Promise<string> {
  const { spConfig } = await jackson();
  const { entityId, acsUrl } = serviceProvider(workspaceId);
  return spConfig.toXMLMetadata(true, entityId, acsUrl);
}

/** Brings jackson's copy of a workspace's connection in step with the workspace's own, before it is used. */
export async function syncConnection(workspaceId: string, provider: Provider): Promise<void> {
  const { connectionAPIController: api } = await jackson();
  const place = { tenant: TENANT, product: workspaceId };
  const { entityId, acsUrl } = serviceProvider(workspaceId);
  const [present, ...more] = await api.getConnections(place);
  const known = present && "idpMetadata" in present ? present : undefined;
  const isInStep =
    more.length === 0 &&
    known?.idpMetadata.entityID === provider.entityId &&
    known.idpMetadata.sso.redirectUrl === provider.ssoUrl &&
    known.idpMetadata.publicKey === provider.certificates.map(({ certificate }) => certificate).join(",") &&
    known.samlAudienceOverride === entityId &&
    known.acsUrlOverride === acsUrl;
  if (isInStep) return;
  if (present !== undefined) await api.deleteConnections(place);
  await api.createSAMLConnection({
    ...place,
    rawMetadata: metadataOf(provider),
    defaultRedirectUrl: CALLBACK,
    redirectUrl: CALLBACK,
    samlAudienceOverride: entityId,
    acsUrlOverride: acsUrl,
  } as never);
}
