import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newIdpKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { noPages } from "./pages-proxy";
import { makeServer } from "./server";
import { readTls } from "./tls";

/** Creating a key can be slow on a busy machine. */
const SETUP_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), "parley-tls-"));
const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
let server: ReturnType<typeof makeServer>;
let port: number;

beforeAll(async () => {
  const { certificate, privateKey } = newIdpKey();
  writeFileSync(TLS_CERT, pemOf(certificate));
  writeFileSync(TLS_KEY, privateKey);
  server = makeServer({
    routes: [],
    pages: noPages,
    parts: {} as never,
    tls: readTls({ TLS_CERT, TLS_KEY }),
  });
  await new Promise<void>((done) => server.server.listen(0, "127.0.0.1", done));
  port = (server.server.address() as AddressInfo).port;
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the port serves HTTPS with the configured certificate", async () => {
  const status = await new Promise((done, fail) => {
    const response = request(
      { host: "127.0.0.1", port, path: "/healthz", rejectUnauthorized: false },
      (answer) => {
        answer.resume();
        answer.on("end", () => done(answer.statusCode));
      },
    );
    response.on("error", fail);
    response.end();
  });
  expect(status).toBe(200);
});

test("it accepts TLS 1.2 and 1.3, and nothing older", async () => {
  const negotiate = (version: "TLSv1.1" | "TLSv1.2" | "TLSv1.3") =>
    new Promise((done) => {
      const socket = connect(
        {
          host: "127.0.0.1",
          port,
          rejectUnauthorized: false,
          minVersion: version,
          maxVersion: version,
          // OpenSSL supports the old versions only at this level.
          ciphers: "DEFAULT@SECLEVEL=0",
        },
        () => {
          done(socket.getProtocol());
          socket.destroy();
        },
      );
      socket.on("error", () => done("refused"));
    });
  expect([await negotiate("TLSv1.1"), await negotiate("TLSv1.2"), await negotiate("TLSv1.3")]).toEqual([
    "refused",
    "TLSv1.2",
    "TLSv1.3",
  ]);
});

test("missing files, or a certificate that does not match its key, end a start with one line", () => {
  expect(() => readTls({ TLS_CERT: join(folder, "none"), TLS_KEY })).toThrow(/^TLS_CERT: .* cannot be read/);
  expect(() => readTls({ TLS_CERT, TLS_KEY: TLS_CERT })).toThrow("not a certificate and its key");
  expect(readTls({ TLS_CERT: undefined, TLS_KEY: undefined })).toBeUndefined();
});
