import { afterEach, describe, expect, it } from "vitest";
import { orderServices, resolveTarget, SYSTEM_DNS } from "./resolve";
import { closeAll, createInvite, createTrunk, defer, openEndpoint } from "./testing/endpoints";
import { formatResponse } from "./testing/messages";
import { RawServer } from "./testing/raw-peer";
import type { SipDns } from "./types";

afterEach(closeAll);

type Naptr = Awaited<ReturnType<SipDns["naptr"]>>[number];
const naptr = (order: number, service: string, replacement: string): Naptr => ({
  ...{ order, preference: 1, service, flags: "S", replacement },
});

/** A resolver of fixed records, with the names that it was queried for. */
function createDns(records: {
  naptr?: Record<string, Naptr[]>;
  srv?: Record<string, Awaited<ReturnType<SipDns["srv"]>>>;
  addresses?: Record<string, string[]>;
}): SipDns & { queries: string[] } {
  const queries: string[] = [];
  const read = <T>(kind: string, table: Record<string, readonly T[]> | undefined, name: string) => {
    queries.push(`${kind} ${name}`);
    return Promise.resolve(table?.[name] ?? []);
  };
  return {
    queries,
    naptr: (name) => read("naptr", records.naptr, name),
    srv: (name) => read("srv", records.srv, name),
    addresses: (name) => read("addresses", records.addresses, name),
  };
}

const resolve = (dns: SipDns, host: string, transport: "tls" | "tcp", port: number | null = null) =>
  resolveTarget({ host, port, transport }, dns, 5_000);

describe("resolveTarget", () => {
  it("follows NAPTR of the transport, then SRV by priority, then addresses", async () => {
    const dns = createDns({
      naptr: {
        "example.org": [
          naptr(1, "SIP+D2T", "_sip._tcp.example.org"),
          naptr(3, "SIPS+D2T", "_sips._tcp.late.example.org"),
          naptr(2, "sips+d2t", "_sips._tcp.example.org"),
        ],
      },
      srv: {
        "_sips._tcp.example.org": [
          { priority: 20, weight: 1, port: 5063, name: "b.example.org" },
          { priority: 10, weight: 1, port: 5062, name: "a.example.org" },
        ],
      },
      addresses: { "a.example.org": ["192.0.2.1", "2001:db8::1"], "b.example.org": ["192.0.2.2"] },
    });
    expect(await resolve(dns, "example.org", "tls")).toEqual([
      { address: "192.0.2.1", port: 5062 },
      { address: "2001:db8::1", port: 5062 },
      { address: "192.0.2.2", port: 5063 },
    ]);
  });

  it("asks for the SRV of the transport without NAPTR, and for addresses without SRV", async () => {
    const dns = createDns({ addresses: { "example.org": ["192.0.2.1"] } });
    expect(await resolve(dns, "example.org", "tcp")).toEqual([{ address: "192.0.2.1", port: 5060 }]);
    expect(dns.queries).toEqual(["naptr example.org", "srv _sip._tcp.example.org", "addresses example.org"]);
    expect(await resolve(dns, "example.org", "tls")).toEqual([{ address: "192.0.2.1", port: 5061 }]);
  });

  it("does not query SRV with a port, and nothing for an address", async () => {
    const dns = createDns({ addresses: { "example.org": ["192.0.2.1"] } });
    expect(await resolve(dns, "example.org", "tls", 5070)).toEqual([{ address: "192.0.2.1", port: 5070 }]);
    expect(await resolve(dns, "[2001:db8::1]", "tls")).toEqual([{ address: "2001:db8::1", port: 5061 }]);
    expect(dns.queries).toEqual(["addresses example.org"]);
  });

  it("has no address if the service is not offered", async () => {
    const srv = { "_sip._tcp.example.org": [{ priority: 0, weight: 0, port: 0, name: "" }] };
    const dns = createDns({ srv, addresses: { "example.org": ["192.0.2.1"] } });
    expect(await resolve(dns, "example.org", "tcp")).toEqual([]);
  });

  it("rejects if the resolver does not answer", async () => {
    const dns: SipDns = { ...SYSTEM_DNS, naptr: () => new Promise(() => {}) };
    const target = { host: "example.org", port: null, transport: "tcp" } as const;
    await expect(resolveTarget(target, dns, 10)).rejects.toThrow("DNS timeout");
  });
});

describe("orderServices", () => {
  const records = [
    { priority: 2, weight: 0, name: "last" },
    { priority: 1, weight: 10, name: "light" },
    { priority: 1, weight: 90, name: "heavy" },
  ];
  it("orders by priority, and by weight at random", () => {
    const order = (random: number) => orderServices(records, () => random).map(({ name }) => name);
    expect(order(0.05)).toEqual(["light", "heavy", "last"]);
    expect(order(0.5)).toEqual(["heavy", "light", "last"]);
  });
});

describe("failover", () => {
  const addresses = { "carrier.test": ["127.0.0.2", "127.0.0.1"] };

  it("tries the next address while no connection was made, and never sends an INVITE twice", async () => {
    const server = await RawServer.listen();
    defer(() => server.close());
    const near = await openEndpoint({ dns: createDns({ addresses }) });
    const placed = near.invite(createTrunk(server.port, { host: "carrier.test" }), createInvite());
    const peer = await server.peer();
    const invite = await peer.request("INVITE");
    peer.send(formatResponse(invite, "503 Busy", { headers: ["Retry-After: 7 (soon)"] }));
    expect(await placed).toEqual({ status: 503, reason: "Busy", retryAfterS: 7, wasSent: true });
    expect(server.peers).toHaveLength(1);
  });

  it("was sent if the connection is lost after the INVITE", async () => {
    const server = await RawServer.listen();
    defer(() => server.close());
    const near = await openEndpoint({ dns: createDns({ addresses }) });
    const placed = near.invite(createTrunk(server.port, { host: "carrier.test" }), createInvite());
    const peer = await server.peer();
    await peer.request("INVITE");
    peer.close();
    expect(await placed).toMatchObject({ status: 408, wasSent: true });
    expect(server.peers).toHaveLength(1);
  });

  it("connects to no forbidden address, also if a name changes to it", async () => {
    const server = await RawServer.listen();
    defer(() => server.close());
    const answers = [["127.0.0.2"], ["127.0.0.1"]];
    const dns = { ...createDns({}), addresses: async () => answers.shift() ?? ["127.0.0.1"] };
    const near = await openEndpoint({ dns, isAddressAllowed: (ip) => ip !== "127.0.0.1" });
    const trunk = createTrunk(server.port, { host: "carrier.test" });
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await near.invite(trunk, createInvite())).toMatchObject({ status: 503, wasSent: false });
    expect(await near.options(trunk)).toMatchObject({ ok: false, at: "connect" });
    expect(server.peers).toHaveLength(0);
  });

  it("names the step that failed", async () => {
    const near = await openEndpoint({ dns: createDns({}) });
    expect(await near.options(createTrunk(null, { host: "none.test" }))).toMatchObject({
      ok: false,
      at: "dns",
    });
    const server = await RawServer.listen();
    server.close();
    expect(await near.options(createTrunk(server.port))).toMatchObject({ ok: false, at: "connect" });
  });
});
