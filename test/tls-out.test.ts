import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newIdpKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { createHttpClient, EgressError, type HttpClient } from "@/lib/platform/egress";

/** A key on a machine that is busy with something else. */
const SETUP_TIMEOUT_MS = 120_000;
const INIT = { timeoutMs: 10_000, maxBytes: 1_000 };
/** OpenSSL speaks what is older than TLS 1.2 at this level alone. */
const OLD = { ciphers: "DEFAULT@SECLEVEL=0", minVersion: "TLSv1", maxVersion: "TLSv1.1" } as const;

let pair: { cert: string; key: string };
const servers: Server[] = [];
const httpClients: HttpClient[] = [];
beforeAll(() => {
  const { certificate, privateKey } = newIdpKey();
  pair = { cert: pemOf(certificate), key: privateKey };
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all(httpClients.map((httpClient) => httpClient.close()));
  for (const server of servers) server.close();
});

async function serve(options: object): Promise<{ port: number }> {
  const server = createServer({ ...pair, ...options }, (socket) => socket.end());
  server.listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port };
}

function createClient(allowedHosts: string[], addresses = ["127.0.0.1"]): HttpClient {
  const httpClient = createHttpClient({ allowedHosts, resolve: async () => addresses });
  httpClients.push(httpClient);
  return httpClient;
}

/** The root cause of a failed attempt. */
async function causeOf(attempt: Promise<unknown>): Promise<string> {
  let error: unknown = await attempt.then(
    () => new Error("It went through."),
    (cause: unknown) => cause,
  );
  while (error instanceof Error && error.cause !== undefined) error = error.cause;
  return String(error);
}

/** The TLS version that it negotiates with a client without limits. */
async function spokenWith(port: number): Promise<string | null> {
  const socket = connect({
    ...OLD,
    host: "127.0.0.1",
    port,
    maxVersion: "TLSv1.3",
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect");
  const negotiated = socket.getProtocol();
  socket.destroy();
  return negotiated;
}

test("nothing goes out in clear to a host that the operator has not listed, by request or by socket", async () => {
  const httpClient = createClient([], ["93.184.216.34"]);
  const signal = AbortSignal.timeout(INIT.timeoutMs);
  const attempts = [
    httpClient.fetch("http://provider.example", INIT),
    httpClient.stream("http://provider.example", { ...INIT, firstByteMs: 1_000, idleMs: 1_000 }),
    httpClient.socket("http://provider.example", { ...INIT, signal }),
  ];
  for (const { reason } of (await Promise.allSettled(attempts)) as { reason?: unknown }[])
    expect(reason).toMatchObject({ name: EgressError.name, code: "not_encrypted" });
});

test("rejects a server with at most TLS 1.1, and an untrusted certificate", async () => {
  const [old, plain] = [await serve(OLD), await serve({})];
  const ask = ({ port }: { port: number }) => {
    const httpClient = createClient([`127.0.0.1:${port}`]);
    const signal = AbortSignal.timeout(INIT.timeoutMs);
    const url = `https://127.0.0.1:${port}/`;
    return [httpClient.fetch(url, INIT), httpClient.socket(url, { ...INIT, signal })];
  };
  expect(await spokenWith(old.port)).toBe("TLSv1.1");
  const causesOf = (server: { port: number }) => Promise.all(ask(server).map(causeOf));
  for (const cause of await causesOf(old)) expect(cause).toContain("alert protocol version");
  // Against a server of today it comes as far as its certificate, and no further.
  for (const cause of await causesOf(plain)) expect(cause).toContain("self-signed certificate");
});
