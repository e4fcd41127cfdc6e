import { once } from "node:events";
import type { Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newIdpKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { HandshakeBudget } from "./handshake-budget";
import { limitedAddress } from "./peer-address";
import { closeAll, defer, openEndpoint } from "./testing/endpoints";
import { formatRequest } from "./testing/messages";
import { PATIENCE, RawPeer } from "./testing/raw-peer";
import type { SipEndpointOptions } from "./types";

afterEach(closeAll);

const { certificate, privateKey } = newIdpKey();
const TLS: Partial<SipEndpointOptions> = {
  listeners: { tls: { host: "127.0.0.1", port: 0, certificate: pemOf(certificate), key: privateKey } },
};

function shakeHands(port: number, options: object = {}): Promise<TLSSocket | null> {
  const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options });
  defer(() => socket.destroy());
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.once("secureConnect", () => resolve(socket));
    socket.once("close", () => resolve(null));
  });
}

describe("TLS handshakes", () => {
  it("of an address beyond its budget are refused, and later ones succeed again", async () => {
    const limits = { handshakeBurst: 3, handshakesPerSecond: 20 };
    const endpoint = await openEndpoint({ ...TLS, limits });
    const port = endpoint.ports.tls ?? 0;
    const sockets = await Promise.all(Array.from({ length: 12 }, () => shakeHands(port)));
    const established = sockets.filter((socket) => socket !== null);
    expect(established.length).toBeGreaterThanOrEqual(3);
    expect(established.length).toBeLessThan(12);
    await vi.waitFor(async () => {
      const socket = await shakeHands(port);
      expect(socket).not.toBeNull();
      socket?.write(formatRequest("OPTIONS"));
      if (socket) await once(socket, "data", { signal: AbortSignal.timeout(5_000) });
    }, PATIENCE);
  });

  it("cannot be repeated within a connection (renegotiation)", async () => {
    const endpoint = await openEndpoint(TLS);
    const socket = await shakeHands(endpoint.ports.tls ?? 0, { maxVersion: "TLSv1.2" });
    if (!socket) throw new Error("no connection");
    const error = await new Promise<Error | null>((resolve) => {
      socket.on("error", resolve);
      socket.on("close", () => resolve(new Error("closed")));
      socket.renegotiate({ rejectUnauthorized: false }, resolve);
    });
    expect(error).toBeInstanceOf(Error);
  });

  it("in progress are bounded for an address, and those of another address are not affected", () => {
    const limits = { strangersPerAddress: 2, handshakesPerSecond: 1, handshakeBurst: 10 };
    const budget = new HandshakeBudget(limits);
    const from = (remoteAddress: string) => ({ remoteAddress }) as Socket;
    const [first, second] = [budget.start(from("192.0.2.1"), 0), budget.start(from("192.0.2.1"), 0)];
    expect(budget.start(from("192.0.2.1"), 0)).toBeNull();
    expect(budget.start(from("192.0.2.2"), 0)).not.toBeNull();
    first?.();
    first?.();
    expect(budget.start(from("192.0.2.1"), 0)).not.toBeNull();
    expect(budget.start(from("192.0.2.1"), 0)).toBeNull();
    second?.();
    expect(budget.start(from("::ffff:192.0.2.1"), 0)).not.toBeNull();
  });
});

describe("connections without a request", () => {
  it("of an address are few", async () => {
    const endpoint = await openEndpoint({ limits: { strangersPerAddress: 2 } });
    const peers = await Promise.all([1, 2, 3].map(() => RawPeer.connect(endpoint.port)));
    for (const peer of peers) defer(() => peer.close());
    await vi.waitFor(() => expect(peers.filter(({ isClosed }) => isClosed)).toHaveLength(1), PATIENCE);
    // A peer that is identified makes place for the next.
    const open = peers.find(({ isClosed }) => !isClosed);
    open?.send(formatRequest("OPTIONS"));
    await open?.response(200);
    const next = await RawPeer.connect(endpoint.port);
    defer(() => next.close());
    next.send(formatRequest("OPTIONS"));
    await next.response(200);
  });

  it("are closed in their order where all together are too many, and keep no trunk away", async () => {
    const endpoint = await openEndpoint({ limits: { strangers: 2 } });
    const silent = [await RawPeer.connect(endpoint.port), await RawPeer.connect(endpoint.port)];
    for (const peer of silent) defer(() => peer.close());
    const trunk = await RawPeer.connect(endpoint.port);
    defer(() => trunk.close());
    trunk.send(formatRequest("OPTIONS"));
    await trunk.response(200);
    await silent[0]?.closed();
    expect(silent[1]?.isClosed).toBe(false);
  });
});

it("addresses of an IPv6 network count as one", () => {
  expect(limitedAddress("2001:db8:1:2::7")).toBe(limitedAddress("2001:db8:1:2:ffff::8"));
  expect(limitedAddress("2001:db8::7")).toBe("2001:db8:0:0");
  expect(limitedAddress("2001:db8:1:3::7")).not.toBe(limitedAddress("2001:db8:1:2::7"));
  expect(limitedAddress("192.0.2.1")).toBe("192.0.2.1");
});
