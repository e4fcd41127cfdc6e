import { inflateRawSync } from "node:zlib";
import { parseXml } from "@/lib/identity/sso/xml";
import { assertionXml, type Key, responseXml, type Saying, sign } from "./idp";

/** What an identity provider sees of a request that a browser brings. */
export type Asked = { relay: string; requestId: string; acsUrl: string; audience: string };

/** Reads the request out of the address that the browser is sent to (HTTP-Redirect). */
export function askedBy(location: string): Asked {
  const { searchParams } = new URL(location);
  const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const request = parseXml(xml);
  return {
    relay: searchParams.get("RelayState") ?? "",
    requestId: request.getAttribute("ID") ?? "",
    acsUrl: request.getAttribute("AssertionConsumerServiceURL") ?? "",
    audience: request.getElementsByTagName("saml:Issuer").item(0)?.textContent?.trim() ?? "",
  };
}

/** The provider's answer to it, signed, as the form that the browser brings. */
export function answerOf(
  { relay, requestId, acsUrl, audience }: Asked,
  key: Key,
  saying: Pick<Saying, "issuer" | "nameId"> & Partial<Saying>,
): { response: string; relay: string } {
  const whole: Saying = {
    audience,
    recipient: acsUrl,
    destination: acsUrl,
    inResponseTo: requestId,
    ...saying,
  };
  const xml = sign(responseXml(whole, assertionXml(whole)), "Assertion", key);
  return { response: Buffer.from(xml).toString("base64"), relay };
}
