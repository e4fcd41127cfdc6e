import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpClient } from "@/lib/platform/egress";
import { buildMetadata, fetchMetadata, parseMetadata } from "./metadata";
import { buildIdpMetadata, newIdpKey } from "./testing/idp";

const ISSUER = "https://idp.example.com";
/** Generating a key on a busy machine. */
const SETUP_TIMEOUT_MS = 120_000;
let certificate: string;
let xml: string;
let server: Server;
let answer: { status: number; body: string; location?: string };
let port: number;

beforeAll(async () => {
  certificate = newIdpKey().certificate;
  xml = buildIdpMetadata(ISSUER, `${ISSUER}/sso`, [certificate]);
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

test("reads the provider's id, sign-in URL and certificates from metadata, and passes on nothing else", () => {
  const provider = parseMetadata(xml, "/metadata_xml");
  expect(provider).toMatchObject({
    entityId: ISSUER,
    ssoUrl: `${ISSUER}/sso`,
    certificates: [{ certificate }],
  });
  expect(parseMetadata(buildMetadata(provider), "/metadata_xml")).toEqual(provider);
});

test.each<[string, (xml: string) => string]>([
  ["invalid_xml", (original) => `<!DOCTYPE a [<!ENTITY b "c">]>${original.replace(/^<\?.*?\?>/, "")}`],
  ["invalid_xml", () => "metadata"],
  ["invalid_xml", (original) => original.replace("<md:IDP", `<!--${"x".repeat(300_000)}--><md:IDP`)],
  ["no_provider", (original) => original.replaceAll("IDPSSODescriptor", "SPSSODescriptor")],
  ["no_provider", (original) => original.replace(/entityID="[^"]*"/, "")],
  ["no_sign_in_address", (original) => original.replace("HTTP-Redirect", "HTTP-Artifact")],
  ["no_sign_in_address", (original) => original.replace('Location="https://', 'Location="http://')],
  [
    "no_sign_in_address",
    (original) => original.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"'),
  ],
  ["no_certificate", (original) => original.replace(certificate, "AAAA")],
  ["no_certificate", (original) => original.replace('use="signing"', 'use="encryption"')],
  ["no_certificate", (original) => original.replace(certificate, newIdpKey({ bits: 1_024 }).certificate)],
])("rejects invalid metadata with %s", (code, corrupt) => {
  expect(() => parseMetadata(corrupt(xml), "/metadata_xml")).toThrow(expect.objectContaining(problem(code)));
});

test("fetches metadata by https within limits, and not from internal addresses", async () => {
  const listed = [`127.0.0.1:${port}`];
  const [listedEgress, guardedEgress] = [
    createHttpClient({ allowedHosts: listed }),
    createHttpClient({ allowedHosts: [] }),
  ];
  const url = `http://127.0.0.1:${port}/metadata`;
  answer = { status: 200, body: xml };
  expect(await fetchMetadata(url, listedEgress, listed)).toMatchObject({ entityId: ISSUER });
  await expect(fetchMetadata(url, guardedEgress, [])).rejects.toMatchObject(problem("not_https"));
  await expect(fetchMetadata("https://127.0.0.1/metadata", guardedEgress, [])).rejects.toMatchObject(
    problem("refused_address"),
  );
  answer = { status: 500, body: "" };
  await expect(fetchMetadata(url, listedEgress, listed)).rejects.toMatchObject(problem("not_fetched"));
  answer = { status: 200, body: "x".repeat(300_000) };
  await expect(fetchMetadata(url, listedEgress, listed)).rejects.toMatchObject(problem("too_large"));
  answer = { status: 302, body: "", location: "http://169.254.169.254/latest" };
  await expect(fetchMetadata(url, listedEgress, listed)).rejects.toMatchObject(problem("refused_address"));
  await Promise.all([listedEgress.close(), guardedEgress.close()]);
});
