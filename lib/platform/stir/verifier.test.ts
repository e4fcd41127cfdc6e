import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "../egress";
import { parseCertificates } from "./certificate-chain";
import fixtures from "./testing/fixtures.json" with { type: "json" };
import { createStirVerifier, type SignedRequest } from "./verifier";

type Chain = keyof typeof fixtures.chains;
type Identity = keyof typeof fixtures.identities;

const { identities, chains, caller, called, iat } = fixtures;
const AT = new Date(iat * 1_000);
const anchors = parseCertificates(fixtures.anchor, 1);

/** Answer of the repository of certificates. */
let answer: { status: number; body: string };
let requests = 0;
let isSilent = false;
let port = 0;
let client: HttpClient;
const server = createServer((_, response) => {
  requests++;
  if (!isSilent) response.writeHead(answer.status).end(answer.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  client = createHttpClient({ allowedHosts: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  requests = 0;
  isSilent = false;
});

/** Sends the requests for certificates to the repository of this test, which has no certificate of that name. */
const repository = (): HttpClient => ({
  ...client,
  fetch: (url, init) => {
    expect(new URL(url).protocol).toBe("https:");
    return client.fetch(`http://127.0.0.1:${port}/`, init);
  },
});

const createVerifier = (chain: Chain = "provider") => {
  answer = { status: 200, body: chains[chain] };
  return createStirVerifier(anchors, repository());
};
const requestOf = (identity: string, more: Partial<SignedRequest> = {}): SignedRequest => ({
  identities: [identity],
  caller: `+${caller}`,
  called: `+${called}`,
  date: AT.toUTCString(),
  ...more,
});
const verify = (name: Identity, more: Partial<SignedRequest> = {}, chain: Chain = "provider", at = AT) =>
  createVerifier(chain).verify(requestOf(identities[name], more), at);
const failed = (reason: string) => ({ status: "failed", attestation: null, reason });

describe("a signature that openssl's certificates prove", () => {
  it.each(["A", "B", "C"] as const)("is verified with attestation %s", async (level) => {
    expect(await verify(level)).toEqual({ status: "verified", attestation: level, reason: null });
  });

  it("is verified in the compact form, which has no attestation", async () => {
    expect(await verify("compact")).toEqual({ status: "verified", attestation: null, reason: null });
    expect(await verify("compact", { date: null })).toEqual(failed("malformed"));
    expect(await verify("compact", { caller: "12125550199" })).toEqual(failed("signature_invalid"));
  });

  it("may name several called numbers, written with separators", async () => {
    expect(await verify("severalCalled", { called: "1-213-555-0100" })).toMatchObject({ status: "verified" });
  });

  it("is chosen among the headers of a diverted call", async () => {
    const all = [identities.diversion, identities.A];
    expect(await verify("A", { identities: all })).toMatchObject({ attestation: "A" });
    expect(await verify("diversion")).toEqual(failed("unsupported"));
  });
});

describe("a signature does not count", () => {
  it.each([
    ["otherKey", "signature_invalid"],
    ["otherCaller", "number_mismatch"],
    ["otherCalled", "number_mismatch"],
    ["noAttestation", "malformed"],
    ["otherAddress", "malformed"],
    ["otherAlgorithm", "unsupported"],
  ] as const)("%s: %s", async (name, reason) => {
    expect(await verify(name)).toEqual(failed(reason));
  });

  it.each([
    ["A", "withoutIntermediate"],
    ["A", "expired"],
    ["A", "unnamed"],
    ["A", "otherCurve"],
    ["below", "belowProvider"],
    ["deep", "tooDeep"],
    ["stranger", "foreign"],
  ] as const)("signature %s with the chain %s", async (name, chain) => {
    expect(await verify(name, {}, chain)).toEqual(failed("certificate_untrusted"));
  });

  it("after a minute, before it, and after the certificates' time", async () => {
    const at = (seconds: number) => new Date((iat + seconds) * 1_000);
    expect(await verify("A", {}, "provider", at(60))).toMatchObject({ status: "verified" });
    expect(await verify("A", {}, "provider", at(61))).toEqual(failed("stale"));
    expect(await verify("A", {}, "provider", at(-61))).toEqual(failed("stale"));
  });

  it("if the certificate cannot be loaded, and is then not requested for each call", async () => {
    const verifier = createVerifier();
    answer = { status: 404, body: "" };
    for (let call = 0; call < 3; call++)
      expect(await verifier.verify(requestOf(identities.A), AT)).toEqual(failed("certificate_unavailable"));
    expect(requests).toBe(1);
    const large = createVerifier();
    answer = { status: 200, body: chains.provider.padEnd(40_000, "\n") };
    expect(await large.verify(requestOf(identities.A), AT)).toEqual(failed("certificate_unavailable"));
  });

  it("if the repository sends nothing", async () => {
    isSilent = true;
    expect(await verify("A")).toMatchObject({ status: "failed" });
  }, 20_000);

  it("if any character of it is changed", async () => {
    const verifier = createVerifier();
    const [token = "", parameters = ""] = [
      identities.A.split(";")[0],
      identities.A.slice(identities.A.indexOf(";")),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."),
        async (position, character) => {
          const changed = token.slice(0, position) + character + token.slice(position + 1);
          const decoded = (text: string) =>
            text.split(".").map((part) => Buffer.from(part, "base64url").toString("hex"));
          // The last character of a part has bits that encode nothing.
          fc.pre(decoded(changed).join(".") !== decoded(token).join("."));
          expect((await verifier.verify(requestOf(changed + parameters), AT)).status).toBe("failed");
        },
      ),
      { numRuns: 300 },
    );
  });

  it("for each other header, without an exception", async () => {
    const verifier = createVerifier();
    const value = fc.oneof(
      fc.string(),
      fc.string().map((text) => `${text};info=<https://a.example/>;alg=ES256`),
    );
    await fc.assert(
      fc.asyncProperty(value, async (identity) => {
        expect((await verifier.verify(requestOf(identity), AT)).status).toBe("failed");
      }),
    );
  });
});

describe("certificates", () => {
  it("are kept, so that a provider's calls cause one request, also at the same time", async () => {
    const verifier = createVerifier();
    const calls = ["A", "B", "C"].map((level) => verifier.verify(requestOf(identities[level as "A"]), AT));
    expect((await Promise.all(calls)).map(({ attestation }) => attestation)).toEqual(["A", "B", "C"]);
    await verifier.verify(requestOf(identities.A), AT);
    expect(requests).toBe(1);
  });

  it.each([
    "http://certificates.example.org/a.pem",
    "https://user:pass@certificates.example.org/a.pem",
    "https://certificates.example.org:9200/a.pem",
    "https://127.0.0.1/a.pem",
    "https://[::1]:8443/a.pem",
    "https://169.254.169.254/latest/meta-data",
    "not an address",
  ])("are not loaded from %s", async (url) => {
    const { createCertificateSource } = await import("./certificate-source");
    const guarded = createHttpClient({ allowedHosts: [] });
    await expect(createCertificateSource(guarded).load(url)).rejects.toMatchObject({
      reason: "certificate_unavailable",
    });
    await guarded.close();
    expect(requests).toBe(0);
  });
});

it("says when there is no signature, and when the operator configured no trust anchor", async () => {
  const verifier = createVerifier();
  const empty = { attestation: null, reason: null };
  expect(await verifier.verify(requestOf("", { identities: [] }), AT)).toEqual({
    status: "absent",
    ...empty,
  });
  const unchecked = createStirVerifier([], repository());
  expect(await unchecked.verify(requestOf(identities.A), AT)).toEqual({ status: "not_checked", ...empty });
  expect(requests).toBe(0);
});
