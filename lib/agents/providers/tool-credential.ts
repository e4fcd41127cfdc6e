import { isListed, portOf } from "@/lib/platform/egress";

/** The hosts (`host` or `host:port`) that a credential can be sent to. */
type HostBinding = { hosts: string[] };

/** A decrypted credential that requests have in a header. */
export type HeaderCredential = HostBinding &
  (
    | { kind: "bearer"; token: string }
    | { kind: "basic"; username: string; password: string }
    | { kind: "header"; name: string; value: string }
  );

/** A decrypted OAuth 2.0 client. Its access tokens are sent to the hosts, its secret only to the token URL. */
export type ClientCredentials = HostBinding & {
  kind: "oauth2";
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string | null;
  audience: string | null;
  authentication: "client_secret_basic" | "client_secret_post";
};

/** A decrypted credential of HTTP tools. */
export type ToolCredential = HeaderCredential | ClientCredentials;

/** Replaces the credential in a result if the service returned it. */
const REPLACEMENT = "[credential]";

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** Whether a credential can be sent to this URL: it is bound to the URL's host, or host and port. */
export const isBoundTo = (credential: ToolCredential, url: URL): boolean =>
  isListed(credential.hosts, url.hostname, portOf(url.protocol, url.port));

/** Headers that carry the credential to this URL; none if it is not bound to the host. */
export function credentialHeaders(
  credential: HeaderCredential | undefined,
  url: URL,
): Record<string, string> {
  if (credential === undefined || !isBoundTo(credential, url)) return {};
  switch (credential.kind) {
    case "bearer":
      return { authorization: `Bearer ${credential.token}` };
    case "basic":
      return { authorization: `Basic ${base64(`${credential.username}:${credential.password}`)}` };
    case "header":
      return { [credential.name.toLowerCase()]: credential.value };
  }
}

/**
 * Creates a function that removes credentials from a text, also in base64, percent-encoded, or JSON-escaped
 * form.
 */
export function createCredentialRemover(
  ...credentials: (ToolCredential | undefined)[]
): (text: string) => string {
  const forms = [...new Set(credentials.flatMap(secretsOf).flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => forms.reduce((left, form) => left.replaceAll(form, REPLACEMENT), text);
}

function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const encoded = base64(secret);
  const slashes = escaped.replaceAll("/", "\\/"); // as PHP and others write it
  return [secret, escaped, slashes, encoded, encoded.replace(/={1,2}$/, ""), encodeURIComponent(secret)];
}

function secretsOf(credential: ToolCredential | undefined): string[] {
  switch (credential?.kind) {
    case "bearer":
      return [credential.token];
    case "basic":
      return [`${credential.username}:${credential.password}`, credential.password];
    case "header":
      return [credential.value];
    case "oauth2":
      return [credential.clientSecret];
    default:
      return [];
  }
}
