import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createSigningChain } from "@/lib/platform/stir/testing/create-chain";
import { checkTrustAnchors } from "./check-trust-anchors";

const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "doctor-anchors-"));
const file = join(folder, "anchors.pem");
const chain = createSigningChain();
const end = Date.parse(new X509Certificate(readFileSync(chain.anchorFile)).validTo);
afterAll(() => {
  chain.remove();
  rmSync(folder, { recursive: true, force: true });
});
const checkAt = (now: number, path: string | undefined = file) =>
  checkTrustAnchors({ file: path, now: () => now });

it("judges the certificates of STIR_TRUST_ANCHORS", async () => {
  writeFileSync(file, readFileSync(chain.anchorFile));
  expect(await checkAt(end - 30 * DAY_MS)).toEqual({ status: "ok", summary: "1 certificate of authorities" });
  expect(await checkAt(end - 3 * DAY_MS)).toMatchObject({ status: "warning" });
  expect(await checkAt(end + DAY_MS)).toMatchObject({
    status: "failed",
    summary: expect.stringContaining("expired"),
  });
});

it("fails for a file that is missing, empty or damaged, and never names it", async () => {
  const findings = [await checkAt(0, join(folder, "none"))];
  writeFileSync(file, "no certificate");
  findings.push(await checkAt(0));
  writeFileSync(file, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  findings.push(await checkAt(0));
  for (const finding of findings) {
    expect(finding.status).toBe("failed");
    expect(JSON.stringify(finding)).not.toContain(folder);
  }
});

it("is skipped without the variable", async () => {
  expect(await checkTrustAnchors({ file: undefined, now: () => 0 })).toMatchObject({ status: "skipped" });
});
