import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { createEgress, type Egress, EgressError } from "@/lib/platform/egress";

/** A key on a machine that is busy with something else. */
const SETUP_TIMEOUT_MS = 120_000;
const INIT = { timeoutMs: 10_000, maxBytes: 1_000 };
/** OpenSSL speaks what is older than TLS 1.2 at this level alone. */
const OLD = { ciphers: "DEFAULT@SECLEVEL=0", minVersion: "TLSv1", maxVersion: "TLSv1.1" } as const;

let pair: { cert: string; key: string };
const servers: Server[] = [];
const ways: Egress[] = [];
beforeAll(() => {
  const { certificate, privateKey } = newKey();
  pair = { cert: pemOf(certificate), key: privateKey };
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all(ways.map((one) => one.close()));
  for (const server of servers) server.close();
});

async function serve(options: object): Promise<{ port: number }> {
  const server = createServer({ ...pair, ...options }, (socket) => socket.end());
  server.listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port };
}

function way(allowedHosts: string[], addresses = ["127.0.0.1"]): Egress {
  const made = createEgress({ allowedHosts, resolve: async () => addresses });
  ways.push(made);
  return made;
}

/** What an attempt fails of, down to its first cause. */
async function causeOf(attempt: Promise<unknown>): Promise<string> {
  let error: unknown = await attempt.then(
    () => new Error("It went through."),
    (thrown: unknown) => thrown,
  );
  while (error instanceof Error && error.cause !== undefined) error = error.cause;
  return String(error);
}

/** The version that somebody speaks with it who takes any. */
async function spokenWith(port: number): Promise<string | null> {
  const socket = connect({
    ...OLD,
    host: "127.0.0.1",
    port,
    maxVersion: "TLSv1.3",
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect");
  const spoken = socket.getProtocol();
  socket.destroy();
  return spoken;
}

test("nothing goes out in clear to a host that the operator has not listed, by request or by socket", async () => {
  const out = way([], ["93.184.216.34"]);
  const signal = AbortSignal.timeout(INIT.timeoutMs);
  const attempts = [
    out.fetch("http://provider.example", INIT),
    out.stream("http://provider.example", { ...INIT, firstByteMs: 1_000, idleMs: 1_000 }),
    out.socket("http://provider.example", { ...INIT, signal }),
  ];
  for (const attempt of attempts)
    await expect(attempt).rejects.toMatchObject({ name: EgressError.name, code: "not_encrypted" });
});

test("a server that speaks nothing newer than TLS 1.1 is not spoken to, and no certificate of nobody's is believed", async () => {
  const [old, plain] = [await serve(OLD), await serve({})];
  const ask = ({ port }: { port: number }) => {
    const out = way([`127.0.0.1:${port}`]);
    const signal = AbortSignal.timeout(INIT.timeoutMs);
    const url = `https://127.0.0.1:${port}/`;
    return [out.fetch(url, INIT), out.socket(url, { ...INIT, signal })];
  };
  expect(await spokenWith(old.port)).toBe("TLSv1.1");
  for (const attempt of ask(old)) expect(await causeOf(attempt)).toContain("alert protocol version");
  // Against a server of today it comes as far as its certificate, and no further.
  for (const attempt of ask(plain)) expect(await causeOf(attempt)).toContain("self-signed certificate");
});
