import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEgress } from "@/lib/platform/egress";
import { fetchMetadata, metadataOf, parseMetadata } from "./metadata";
import { metadata, newKey } from "./testing/idp";

const ISSUER = "https://idp.example.com";
/** A key on a machine that is busy with something else. */
const SETUP_TIMEOUT_MS = 120_000;
let certificate: string;
let xml: string;
let server: Server;
let answer: { status: number; body: string; location?: string };
let port: number;

beforeAll(async () => {
  certificate = newKey().certificate;
  xml = metadata(ISSUER, `${ISSUER}/sso`, [certificate]);
  server = createServer((_, response) => {
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
}, SETUP_TIMEOUT_MS);
afterAll(() => new Promise((done) => server.close(done)));

const problem = (code: string) => ({
  code: "validation_error",
  details: [expect.objectContaining({ code })],
});

test("metadata give the provider's id, its sign-in address and its certificates, and nothing more is passed on", () => {
  const provider = parseMetadata(xml, "/metadata_xml");
  expect(provider).toMatchObject({
    entityId: ISSUER,
    ssoUrl: `${ISSUER}/sso`,
    certificates: [{ certificate }],
  });
  expect(parseMetadata(metadataOf(provider), "/metadata_xml")).toEqual(provider);
});

test.each<[string, (xml: string) => string]>([
  ["invalid_xml", (given) => `<!DOCTYPE a [<!ENTITY b "c">]>${given.replace(/^<\?.*?\?>/, "")}`],
  ["invalid_xml", () => "metadata"],
  ["invalid_xml", (given) => given.replace("<md:IDP", `<!--${"x".repeat(300_000)}--><md:IDP`)],
  ["no_provider", (given) => given.replaceAll("IDPSSODescriptor", "SPSSODescriptor")],
  ["no_provider", (given) => given.replace(/entityID="[^"]*"/, "")],
  ["no_sign_in_address", (given) => given.replace("HTTP-Redirect", "HTTP-Artifact")],
  ["no_sign_in_address", (given) => given.replace('Location="https://', 'Location="http://')],
  ["no_sign_in_address", (given) => given.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"')],
  ["no_certificate", (given) => given.replace(certificate, "AAAA")],
  ["no_certificate", (given) => given.replace('use="signing"', 'use="encryption"')],
  ["no_certificate", (given) => given.replace(certificate, newKey({ bits: 1_024 }).certificate)],
])("%s is said of metadata that lack it", (code, wrong) => {
  expect(() => parseMetadata(wrong(xml), "/metadata_xml")).toThrow(expect.objectContaining(problem(code)));
});

test("by address they are fetched from nowhere inside, by https, whole and within limits", async () => {
  const listed = [`127.0.0.1:${port}`];
  const [open, shut] = [createEgress({ allowedHosts: listed }), createEgress({ allowedHosts: [] })];
  const url = `http://127.0.0.1:${port}/metadata`;
  answer = { status: 200, body: xml };
  expect(await fetchMetadata(url, open, listed)).toMatchObject({ entityId: ISSUER });
  await expect(fetchMetadata(url, shut, [])).rejects.toMatchObject(problem("not_https"));
  await expect(fetchMetadata("https://127.0.0.1/metadata", shut, [])).rejects.toMatchObject(
    problem("refused_address"),
  );
  answer = { status: 500, body: "" };
  await expect(fetchMetadata(url, open, listed)).rejects.toMatchObject(problem("not_fetched"));
  answer = { status: 200, body: "x".repeat(300_000) };
  await expect(fetchMetadata(url, open, listed)).rejects.toMatchObject(problem("too_large"));
  answer = { status: 302, body: "", location: "http://169.254.169.254/latest" };
  await expect(fetchMetadata(url, open, listed)).rejects.toMatchObject(problem("refused_address"));
  await Promise.all([open.close(), shut.close()]);
});
