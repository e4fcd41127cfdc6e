import { execFileSync } from "node:child_process";
import { createPrivateKey, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactSign } from "jose";

/** Extensions of a certificate for SHAKEN: its TNAuthList names a service provider (RFC 8226). */
const PROVIDER_EXTENSIONS = `
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
1.3.6.1.5.5.7.1.26 = ASN1:SEQUENCE:list
[list]
code = EXP:0,IA5:1001
`;
const NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split(" ");

/** An authority, and a service provider's certificate below it, in PEM. `remove` deletes the files. */
export type SigningChain = {
  anchorFile: string;
  providerPem: string;
  key: KeyObject;
  remove(): void;
};

/** Creates a chain with openssl, valid for two days. */
export function createSigningChain(): SigningChain {
  const folder = mkdtempSync(join(tmpdir(), "parley-stir-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...parts: string[]) => execFileSync("openssl", parts, { stdio: "pipe" });
  writeFileSync(at("provider.cnf"), PROVIDER_EXTENSIONS);
  const root = ["-subj", "/CN=STI root", "-keyout", at("root.key"), "-out", at("root.pem"), "-days", "2"];
  openssl("req", "-x509", ...NEW_KEY, ...root);
  openssl("req", ...NEW_KEY, "-subj", "/CN=SHAKEN 1001", "-keyout", at("key"), "-out", at("csr"));
  const issuer = ["-CA", at("root.pem"), "-CAkey", at("root.key"), "-CAcreateserial", "-days", "2"];
  const files = ["-in", at("csr"), "-extfile", at("provider.cnf"), "-out", at("provider.pem")];
  openssl("x509", "-req", ...issuer, ...files);
  return {
    anchorFile: at("root.pem"),
    providerPem: readFileSync(at("provider.pem"), "utf8"),
    key: createPrivateKey(readFileSync(at("key"))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Signs the value of an Identity header (SHAKEN, full attestation). Numbers without `+`; `iat` in seconds. */
export async function signIdentity(
  key: KeyObject,
  url: string,
  { orig, dest, iat }: { orig: string; dest: string; iat: number },
): Promise<string> {
  const claims = { attest: "A", dest: { tn: [dest] }, iat, orig: { tn: orig }, origid: "123e4567" };
  const token = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "ES256", ppt: "shaken", typ: "passport", x5u: url })
    .sign(key);
  return `${token};info=<${url}>;alg=ES256;ppt=shaken`;
}
