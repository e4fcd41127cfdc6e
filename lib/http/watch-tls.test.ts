import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { afterAll, expect, it, vi } from "vitest";
import { createSipEndpoint } from "@/lib/platform/sip";
import { noPages } from "./pages-proxy";
import { makeServer } from "./server";
import { readTls } from "./tls";
import { watchTls } from "./watch-tls";

const PATIENCE = { timeout: 20_000, interval: 20 };
const HOST = "127.0.0.1";
const folder = mkdtempSync(join(tmpdir(), "parley-watch-tls-"));
const at = (name: string) => join(folder, name);
const files = { TLS_CERT: at("cert.pem"), TLS_KEY: at("key.pem") };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a certificate with openssl. Returns its fingerprint. */
function createPair(name: string): string {
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const output = ["-keyout", at(`${name}.key`), "-out", at(`${name}.pem`)];
  execFileSync("openssl", ["req", "-x509", ...curve, "-subj", `/CN=${name}`, ...output], { stdio: "pipe" });
  return new X509Certificate(readFileSync(at(`${name}.pem`))).fingerprint256;
}
function install(certificate: string, key = certificate): void {
  copyFileSync(at(`${certificate}.pem`), files.TLS_CERT);
  copyFileSync(at(`${key}.key`), files.TLS_KEY);
}
const open = (port: number) =>
  new Promise<TLSSocket>((resolve, reject) => {
    const socket = connect({ host: HOST, port, rejectUnauthorized: false }, () => resolve(socket));
    socket.on("error", reject);
  });
/** The fingerprint of the certificate that a new connection gets. */
async function fingerprintAt(port: number): Promise<string> {
  const socket = await open(port);
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

it("https and SIP use a renewed certificate without a restart, and keep the former one while the files cannot be used", async () => {
  const [first, second] = [createPair("first"), createPair("second")];
  install("first");
  const tls = readTls(files);
  if (tls === undefined) throw new Error("There are no files.");
  const web = makeServer({ routes: [], pages: noPages, parts: {} as never, tls });
  await new Promise<void>((resolve) => web.server.listen(0, HOST, resolve));
  const endpoint = await createSipEndpoint({
    listeners: { tls: { host: HOST, port: 0, certificate: tls.cert.toString(), key: tls.key.toString() } },
    advertised: { host: HOST },
    identify: async () => null,
    onInvite: () => undefined,
  });
  const ports = [(web.server.address() as AddressInfo).port, endpoint.ports.tls ?? 0];
  const fingerprints = () => Promise.all(ports.map(fingerprintAt));
  const rejected = vi.fn();
  const changed = vi.fn((next: { cert: Buffer; key: Buffer }) => {
    web.setTls(next);
    endpoint.setCertificate({ certificate: next.cert.toString(), key: next.key.toString() });
  });
  const stop = watchTls(tls, changed, { files, intervalMs: 20, onRejected: rejected });
  const existing = await open(ports[0] ?? 0);
  try {
    expect(await fingerprints()).toEqual([first, first]);

    writeFileSync(files.TLS_CERT, "no certificate");
    await vi.waitFor(() => expect(rejected).toHaveBeenCalledTimes(1), PATIENCE);
    expect(await fingerprints()).toEqual([first, first]);
    // A certificate and the key of another one.
    install("second", "first");
    const reads = vi.fn();
    const stopSecond = watchTls(tls, changed, { files, intervalMs: 20, onRejected: reads });
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1), PATIENCE);
    stopSecond();
    expect(await fingerprints()).toEqual([first, first]);
    expect(rejected).toHaveBeenCalledTimes(1);
    expect(changed).not.toHaveBeenCalled();

    install("second");
    await vi.waitFor(async () => expect(await fingerprints()).toEqual([second, second]), PATIENCE);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(existing.destroyed).toBe(false);
  } finally {
    stop();
    existing.destroy();
    await endpoint.close();
    await web.stop();
  }
});
