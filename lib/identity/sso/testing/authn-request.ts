import { inflateRawSync } from "node:zlib";
import { parseXml } from "@/lib/identity/sso/xml";
import { assertionXml, type IdpKey, type ResponseOptions, responseXml, signElement } from "./idp";

/** The data of a request that an identity provider receives by the browser. */
export type ReceivedRequest = { relay: string; requestId: string; acsUrl: string; audience: string };

/** Parses the request from the redirect URL (HTTP-Redirect). */
export function parseRequest(location: string): ReceivedRequest {
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

/** Builds the provider's signed response, as the form that the browser posts. */
export function buildSignedResponse(
  { relay, requestId, acsUrl, audience }: ReceivedRequest,
  key: IdpKey,
  options: Pick<ResponseOptions, "issuer" | "nameId"> & Partial<ResponseOptions>,
): { response: string; relay: string } {
  const allOptions: ResponseOptions = {
    audience,
    recipient: acsUrl,
    destination: acsUrl,
    inResponseTo: requestId,
    ...options,
  };
  const xml = signElement(responseXml(allOptions, assertionXml(allOptions)), "Assertion", key);
  return { response: Buffer.from(xml).toString("base64"), relay };
}
