import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newIdpKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { checkBuild } from "./check-build";
import { checkCertificate } from "./check-certificate";
import { checkDataDir } from "./check-data-dir";
import { checkDisk } from "./check-disk";
import { checkEnvironment } from "./check-environment";
import { checkNode } from "./check-node";
import { checkSecretsFolder } from "./check-secrets-folder";
import { runChecks } from "./run-checks";
import { makeParts } from "./testing/parts";

const DAY_MS = 86_400_000;
/** Three RSA keys on a machine that is busy with something else. */
const SETUP_TIMEOUT_MS = 120_000;

let folder: string;
let uid: number;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
  ({ uid } = statSync(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["22.11.0", "ok"],
  ["20.19.0", "ok"],
  ["20.18.3", "failed"],
  ["18.20.0", "failed"],
  ["23.1.0", "warning"],
])("judges Node.js %s as %s", (version, status) => {
  expect(checkNode({ version })).toMatchObject({ status });
});

test("warns about a missing build and about a build of other sources", () => {
  const build = { version: "1.0.0", mark: "0123456789ab", isPrebuilt: true, isCurrent: true };
  expect(checkBuild(build)).toEqual({ status: "ok", summary: "Parley 1.0.0, build 0123456789ab, prebuilt" });
  expect(checkBuild({ ...build, isCurrent: false })).toMatchObject({ status: "warning" });
  expect(checkBuild({ ...build, mark: null })).toMatchObject({
    status: "warning",
    summary: "Parley 1.0.0 is not built",
  });
});

test("names invalid variables, and counts those that the product does not have", () => {
  const set = ["PORT"];
  expect(checkEnvironment({ problems: [], misspelled: [], set })).toMatchObject({ status: "ok" });
  const problems = [{ name: "PORT", message: "Too big" }];
  expect(checkEnvironment({ problems, misspelled: [], set })).toMatchObject({
    status: "failed",
    summary: "PORT: Too big",
  });
  expect(checkEnvironment({ problems: [], misspelled: ["PARLEY_NINA"], set })).toMatchObject({
    status: "warning",
    summary: "Parley does not read 1 variable whose names begin with PARLEY_",
  });
});

describe("DATA_DIR", () => {
  test("fails if it does not exist or cannot be written to", async () => {
    expect(await checkDataDir({ dataDir: folder, uid })).toMatchObject({ status: "ok" });
    expect(await checkDataDir({ dataDir: join(folder, "missing"), uid })).toMatchObject({
      status: "failed",
      summary: "DATA_DIR does not exist",
    });
    const access = async () => {
      throw Object.assign(new Error("denied"), { code: "EROFS" });
    };
    const finding = await checkDataDir({ dataDir: folder, uid, access });
    expect(finding).toMatchObject({ status: "failed", summary: "DATA_DIR cannot be written to (EROFS)" });
    expect(JSON.stringify(finding)).not.toContain(folder);
  });

  test.each([
    [5_000, "ok"],
    [999, "warning"],
    [500, "warning"],
    [499, "failed"],
  ])("with %i MB of free space is %s", async (freeMb, status) => {
    const statfs = async () => ({ bavail: freeMb * 1_000, bsize: 1_000 });
    expect(await checkDisk({ statfs })).toMatchObject({ status });
  });

  test("fails where a start does", () => {
    const start = readFileSync(join(import.meta.dirname, "..", "start", "checks.mjs"), "utf8");
    const check = readFileSync(join(import.meta.dirname, "check-disk.ts"), "utf8");
    expect(/FAILED_BELOW_MB = (\d+)/.exec(check)?.[1]).toBe(/MIN_FREE_MB = (\d+)/.exec(start)?.[1]);
  });

  test("whose disk cannot be read fails, unless the folder is missing", async () => {
    const fail = (code: string) => ({
      statfs: async () => Promise.reject(Object.assign(new Error("x"), { code })),
    });
    expect(await checkDisk(fail("EIO"))).toMatchObject({ status: "failed" });
    expect(await checkDisk(fail("ENOENT"))).toMatchObject({ status: "skipped" });
  });
});

describe("the secrets folder", () => {
  const prepare = (name: string): { dataDir: string; secrets: string } => {
    const dataDir = join(folder, name);
    const secrets = join(dataDir, "secrets");
    mkdirSync(secrets, { recursive: true, mode: 0o700 });
    writeFileSync(join(secrets, "root.key"), "x".repeat(32), { mode: 0o600 });
    return { dataDir, secrets };
  };

  test("passes if only its owner can read it", async () => {
    const { dataDir, secrets } = prepare("closed");
    writeFileSync(join(secrets, "audit-signing.pub"), "public", { mode: 0o644 });
    expect(await checkSecretsFolder({ dataDir, uid })).toMatchObject({ status: "ok" });
    expect(await checkSecretsFolder({ dataDir: join(folder, "none"), uid })).toMatchObject({
      status: "skipped",
    });
  });

  test("fails if other users can read the folder or a file in it", async () => {
    const { dataDir, secrets } = prepare("open");
    chmodSync(join(secrets, "root.key"), 0o640);
    expect(await checkSecretsFolder({ dataDir, uid })).toMatchObject({
      status: "failed",
      summary: "other users can read 1 of 1 key file in secrets/",
    });
    chmodSync(secrets, 0o755);
    expect(await checkSecretsFolder({ dataDir, uid })).toMatchObject({
      status: "failed",
      summary: "other users can read secrets/ (mode 755)",
    });
  });

  test("fails if it belongs to another user than the one who runs the command", async () => {
    const { dataDir } = prepare("foreign");
    expect(await checkSecretsFolder({ dataDir, uid: uid + 1 })).toMatchObject({ status: "failed" });
  });
});

/** Only root can give a folder to another user, and in some containers not even root. */
function canGiveAway(): boolean {
  const probe = mkdtempSync(join(tmpdir(), "doctor-chown-"));
  try {
    chownSync(probe, (process.getuid?.() ?? 0) + 1, -1);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

describe.runIf(canGiveAway())("a secrets folder in another user's DATA_DIR", () => {
  test("warns only if this user cannot write to DATA_DIR", async () => {
    const dataDir = join(folder, "volume");
    mkdirSync(join(dataDir, "secrets"), { recursive: true, mode: 0o700 });
    chownSync(dataDir, uid + 1, -1);
    const permit = async () => undefined;
    expect(await checkSecretsFolder({ dataDir, uid, access: permit })).toMatchObject({ status: "ok" });
    const access = async () => {
      throw new Error("denied");
    };
    expect(await checkSecretsFolder({ dataDir, uid, access })).toMatchObject({ status: "warning" });
  });
});

describe("the certificate of TLS_CERT", () => {
  const now = () => Date.now();
  const baseUrl = undefined;
  let files: { certificateFile: string; keyFile: string };
  let otherKey: string;
  beforeAll(() => {
    const pair = newIdpKey({ notAfter: new Date(Date.now() + 40 * DAY_MS) });
    files = { certificateFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
    writeFileSync(files.certificateFile, pemOf(pair.certificate));
    writeFileSync(files.keyFile, pair.privateKey);
    otherKey = join(folder, "other.pem");
    writeFileSync(otherKey, newIdpKey().privateKey);
  }, SETUP_TIMEOUT_MS);

  test("passes, warns before its end, and fails after it", async () => {
    expect(await checkCertificate({ ...files, baseUrl, now })).toMatchObject({ status: "ok" });
    const later = (days: number) => () => Date.now() + days * DAY_MS;
    expect(await checkCertificate({ ...files, baseUrl, now: later(30) })).toMatchObject({
      status: "warning",
      summary: "certificate and key match, valid for 9 more days",
    });
    expect(await checkCertificate({ ...files, baseUrl, now: later(45) })).toMatchObject({ status: "failed" });
    expect(await checkCertificate({ ...files, baseUrl, now: later(-45) })).toMatchObject({
      status: "failed",
      summary: "the certificate is not valid yet",
    });
  });

  test("fails with the key of another certificate, with a missing file and with no certificate", async () => {
    expect(await checkCertificate({ ...files, keyFile: otherKey, baseUrl, now })).toMatchObject({
      status: "failed",
      summary: "TLS_KEY is the key of another certificate",
    });
    const missing = await checkCertificate({ ...files, keyFile: join(folder, "nina.pem"), baseUrl, now });
    expect(missing).toMatchObject({
      status: "failed",
      summary: "the file of TLS_KEY cannot be read (ENOENT)",
    });
    expect(JSON.stringify(missing)).not.toContain("nina");
    expect(await checkCertificate({ ...files, certificateFile: otherKey, baseUrl, now })).toMatchObject({
      status: "failed",
    });
  });

  test("runs out of time if its file never answers", async () => {
    const pipe = join(folder, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    const run = () => checkCertificate({ ...files, certificateFile: pipe, baseUrl, now });
    try {
      const [result] = await runChecks([{ name: "certificate", limitMs: 50, run }], makeParts());
      expect(result).toMatchObject({
        status: "failed",
        summary: expect.stringContaining("no result within"),
      });
    } finally {
      // A thread that waits for the pipe would keep the process running.
      writeFileSync(pipe, "");
    }
  });

  test("fits an address by its number", async () => {
    const check = (url: string) => checkCertificate({ ...files, baseUrl: url, now });
    const forAddress = { checkHost: vi.fn(), checkIP: vi.fn((ip: string) => ip) };
    vi.spyOn(X509Certificate.prototype, "checkHost").mockImplementation(forAddress.checkHost);
    vi.spyOn(X509Certificate.prototype, "checkIP").mockImplementation(forAddress.checkIP);
    try {
      expect(await check("https://10.0.0.5")).toMatchObject({ status: "ok" });
      expect(await check("https://[2001:db8::5]")).toMatchObject({ status: "ok" });
      expect(await check("https://parley.example.com")).toMatchObject({ status: "warning" });
      expect(forAddress.checkIP.mock.calls).toEqual([["10.0.0.5"], ["2001:db8::5"]]);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("warns about another host than PARLEY_BASE_URL, and is skipped without TLS_CERT", async () => {
    expect(await checkCertificate({ ...files, baseUrl: "https://parley.example.com", now })).toMatchObject({
      status: "warning",
    });
    const unset = { certificateFile: undefined, keyFile: undefined };
    expect(await checkCertificate({ ...unset, baseUrl, now })).toMatchObject({ status: "skipped" });
  });
});
