import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { noPages } from "./pages";
import { makeServer } from "./server";
import { readTls } from "./tls";

/** A key on a machine that is busy with something else. */
const SETUP_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), "parley-tls-"));
const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
let made: ReturnType<typeof makeServer>;
let port: number;

beforeAll(async () => {
  const { certificate, privateKey } = newKey();
  writeFileSync(TLS_CERT, pemOf(certificate));
  writeFileSync(TLS_KEY, privateKey);
  made = makeServer({ routes: [], pages: noPages, parts: {} as never, tls: readTls({ TLS_CERT, TLS_KEY }) });
  await new Promise<void>((done) => made.server.listen(0, "127.0.0.1", done));
  port = (made.server.address() as AddressInfo).port;
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await made.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the port speaks HTTPS with the certificate that is given", async () => {
  const status = await new Promise((done, fail) => {
    const asked = request(
      { host: "127.0.0.1", port, path: "/healthz", rejectUnauthorized: false },
      (answer) => {
        answer.resume();
        answer.on("end", () => done(answer.statusCode));
      },
    );
    asked.on("error", fail);
    asked.end();
  });
  expect(status).toBe(200);
});

test("it takes TLS 1.2 and 1.3, and nothing older", async () => {
  const spoken = (version: "TLSv1.1" | "TLSv1.2" | "TLSv1.3") =>
    new Promise((done) => {
      const socket = connect(
        {
          host: "127.0.0.1",
          port,
          rejectUnauthorized: false,
          minVersion: version,
          maxVersion: version,
          // OpenSSL speaks the old ones at this level alone.
          ciphers: "DEFAULT@SECLEVEL=0",
        },
        () => {
          done(socket.getProtocol());
          socket.destroy();
        },
      );
      socket.on("error", () => done("refused"));
    });
  expect([await spoken("TLSv1.1"), await spoken("TLSv1.2"), await spoken("TLSv1.3")]).toEqual([
    "refused",
    "TLSv1.2",
    "TLSv1.3",
  ]);
});

test("files that are not there or no pair end a start in one line", () => {
  expect(() => readTls({ TLS_CERT: join(folder, "none"), TLS_KEY })).toThrow(/^TLS_CERT: .* cannot be read/);
  expect(() => readTls({ TLS_CERT, TLS_KEY: TLS_CERT })).toThrow("not a certificate and its key");
  expect(readTls({ TLS_CERT: undefined, TLS_KEY: undefined })).toBeUndefined();
});
