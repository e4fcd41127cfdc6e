import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSignedResponse, parseRequest } from "@/lib/identity/sso/testing/authn-request";
import { buildIdpMetadata, type IdpKey, newIdpKey } from "@/lib/identity/sso/testing/idp";

/** Whom the provider signs in, and what it says of them. */
type Person = { nameId: string; attributes: Record<string, readonly string[]> };

export type IdentityProvider = {
  metadata: string;
  /** Sets the person that the provider signs in. */
  setPerson(person: Person): void;
  close(): Promise<void>;
};

const escaped = (text: string): string => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (to: string, fields: Record<string, string>): string =>
  `<!doctype html><title>Identity provider</title><body onload="document.forms[0].submit()"><form method="post" action="${escaped(to)}">${Object.entries(
    fields,
  )
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join("")}</form>`;

/** An identity provider on this machine. It signs in every request at once, as the person that the test sets. */
export async function identityProvider(): Promise<IdentityProvider> {
  const key: IdpKey = newIdpKey();
  let person: Person = { nameId: "", attributes: {} };
  let issuer = "";
  const server: Server = createServer((request, response) => {
    // A browser asks for an icon too.
    if (!request.url?.startsWith("/sso?")) return void response.writeHead(404).end();
    const samlRequest = parseRequest(`http://localhost${request.url}`);
    const { response: SAMLResponse, relay: RelayState } = buildSignedResponse(samlRequest, key, {
      issuer,
      ...person,
    });
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(page(samlRequest.acsUrl, { SAMLResponse, RelayState }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    metadata: buildIdpMetadata(issuer, `${issuer}/sso`, [key.certificate]),
    setPerson: (someone) => {
      person = someone;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
