import { isListed, portOf } from "@/lib/platform/egress";
import type { ToolCredential } from "./schema";

/** What stands in a result where the service sent the credential back. */
const REPLACEMENT = "[credential]";

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** Whether a credential may be sent to this URL: its host, or host and port, is one that it is bound to. */
export const isBoundTo = (credential: ToolCredential, url: URL): boolean =>
  isListed(credential.hosts, url.hostname, portOf(url.protocol, url.port));

/** The headers that carry the credential to this URL; none if it is not bound to its host. */
export function credentialHeaders(credential: ToolCredential | undefined, url: URL): Record<string, string> {
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

/** A function that replaces the credential in a text, also as base64, percent-encoded, or escaped as in JSON. */
export function credentialRemover(credential: ToolCredential | undefined): (text: string) => string {
  const forms = secretsOf(credential)
    .flatMap(formsOf)
    .sort((a, b) => b.length - a.length);
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
    default:
      return [];
  }
}
