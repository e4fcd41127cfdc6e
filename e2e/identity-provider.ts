import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerOf, askedBy } from "@/lib/identity/sso/testing/browser";
import { type Key, metadata, newKey } from "@/lib/identity/sso/testing/idp";

/** Whom the provider signs in, and what it says of them. */
type Person = { nameId: string; attributes: Record<string, readonly string[]> };

export type IdentityProvider = {
  metadata: string;
  /** Who is signed in there from now on. */
  is(person: Person): void;
  close(): Promise<void>;
};

const escaped = (text: string): string => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (to: string, fields: Record<string, string>): string =>
  `<!doctype html><title>Identity provider</title><body onload="document.forms[0].submit()"><form method="post" action="${escaped(to)}">${Object.entries(
    fields,
  )
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join("")}</form>`;

/** A provider on this machine: whoever comes with a request is signed in at once, as whom the test says. */
export async function identityProvider(): Promise<IdentityProvider> {
  const key: Key = newKey();
  let person: Person = { nameId: "", attributes: {} };
  let issuer = "";
  const server: Server = createServer((request, response) => {
    // A browser asks for an icon too.
    if (!request.url?.startsWith("/sso?")) return void response.writeHead(404).end();
    const asked = askedBy(`http://localhost${request.url}`);
    const { response: SAMLResponse, relay: RelayState } = answerOf(asked, key, { issuer, ...person });
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(page(asked.acsUrl, { SAMLResponse, RelayState }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    metadata: metadata(issuer, `${issuer}/sso`, [key.certificate]),
    is: (someone) => {
      person = someone;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
