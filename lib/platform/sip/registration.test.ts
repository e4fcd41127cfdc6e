import { afterEach, describe, expect, it, vi } from "vitest";
import { parseDigestParameters } from "./digest";
import { DigestServer } from "./digest-server";
import { readHeader, readRequestUri } from "./message";
import { closeAll, createTrunk, defer, openEndpoint } from "./testing/endpoints";
import { formatResponse } from "./testing/messages";
import { PATIENCE, RawServer } from "./testing/raw-peer";
import type { RegistrationState, SipEndpointOptions, SipTrunk } from "./types";

afterEach(closeAll);

const LIMITS = { registerRetryMs: 20, registerRetryCapMs: 80 };
const ACCOUNT = { username: "parley", password: "secret" };

/** Registers at a raw registrar. `states` are those that the product sees. */
async function startRegistration(trunk: Partial<SipTrunk> = {}, limits: SipEndpointOptions["limits"] = {}) {
  const server = await RawServer.listen();
  const endpoint = await openEndpoint({ limits: { ...LIMITS, ...limits } });
  defer(() => server.close());
  const states: RegistrationState[] = [];
  const options = { ...ACCOUNT, register: true, ...trunk };
  const stop = endpoint.register(createTrunk(server.port, options), (state) => states.push(state));
  const waitFor = (expected: Partial<RegistrationState>) =>
    vi.waitFor(() => expect(states).toContainEqual(expect.objectContaining(expected)), PATIENCE);
  return { server, states, stop, waitFor };
}

describe("a registration", () => {
  it("answers the challenge, is renewed, and removed", async () => {
    const { server, stop, waitFor } = await startRegistration();
    const peer = await server.peer();
    const first = await peer.request("REGISTER");
    expect(readHeader(first, "authorization")).toBeNull();
    expect(first.startLine).toBe(`REGISTER sip:127.0.0.1:${server.port} SIP/2.0`);
    const digest = new DigestServer("carrier");
    const headers = digest.createChallenges(Date.now(), false);
    peer.send(formatResponse(first, "401 Unauthorized", { headers }));
    const second = await peer.request("REGISTER", 2);
    const authorization = readHeader(second, "authorization");
    expect(parseDigestParameters(authorization ?? "")?.get("algorithm")).toBe("SHA-256");
    expect(
      digest.verify(authorization, { method: "REGISTER", uri: readRequestUri(second) }, ACCOUNT, Date.now()),
    ).toBe("valid");
    const contact = readHeader(second, "contact") ?? "";
    expect(contact).toMatch(/^<sip:parley@127\.0\.0\.1:\d+;transport=tcp>$/);
    peer.send(
      formatResponse(second, "200 OK", { headers: [`Contact: ${contact};expires=1`, "Expires: 60"] }),
    );
    await waitFor({ at: "registered", expiresS: 1 });
    const renewal = await peer.request("REGISTER", 3);
    expect(readHeader(renewal, "call-id")).toBe(readHeader(first, "call-id"));
    peer.send(formatResponse(renewal, "200 OK", { headers: ["Expires: 600"] }));
    await waitFor({ at: "registered", expiresS: 600 });
    const stopped = stop();
    const removal = await peer.request("REGISTER", 4);
    expect(readHeader(removal, "expires")).toBe("0");
    peer.send(formatResponse(removal, "200 OK"));
    await stopped;
  });

  it("fails with a wrong password, and is tried again with a growing delay up to the cap", async () => {
    const { server, states, stop } = await startRegistration();
    const peer = await server.peer();
    const digest = new DigestServer("carrier");
    let answered = 0;
    const timer = setInterval(() => {
      for (const message of peer.messages.slice(answered)) {
        answered++;
        const headers = digest.createChallenges(Date.now(), false);
        peer.send(formatResponse(message, "401 Unauthorized", { headers }));
      }
    }, 2);
    defer(() => clearInterval(timer));
    const failures = () => states.filter((state) => state.at === "failed");
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(5), PATIENCE);
    await stop();
    const delays = failures().map(({ retryInMs }) => retryInMs);
    expect(failures()[0]).toMatchObject({ status: 401 });
    expect(delays[0]).toBeLessThanOrEqual(20);
    expect(Math.max(...delays)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...delays)).toBeLessThanOrEqual(80);
    // Two requests for each attempt: the wrong password is not repeated.
    expect(peer.messages.length).toBeLessThanOrEqual(2 * (failures().length + 2));
  });

  it("follows Retry-After and Min-Expires", async () => {
    const { server, waitFor } = await startRegistration({}, { registerExpiresS: 60 });
    const peer = await server.peer();
    const first = await peer.request("REGISTER");
    peer.send(formatResponse(first, "423 Interval Too Brief", { headers: ["Min-Expires: 120"] }));
    const second = await peer.request("REGISTER", 2);
    expect(readHeader(second, "expires")).toBe("120");
    peer.send(formatResponse(second, "503 Busy", { headers: ["Retry-After: 50"] }));
    await waitFor({ at: "failed", step: "response", status: 503, retryInMs: 50_000 });
  });

  it("is made again over a new connection when the connection is lost", async () => {
    const { server, states, waitFor } = await startRegistration();
    const peer = await server.peer();
    peer.send(formatResponse(await peer.request("REGISTER"), "200 OK"));
    await waitFor({ at: "registered" });
    peer.close();
    const second = await server.peer(1);
    second.send(formatResponse(await second.request("REGISTER"), "200 OK"));
    await vi.waitFor(() => expect(states.filter(({ at }) => at === "registered")).toHaveLength(2), PATIENCE);
  });

  it("fails without a connection, and is tried again", async () => {
    const { states, stop } = await startRegistration({ port: 1 });
    await vi.waitFor(
      () => expect(states.filter(({ at }) => at === "failed").length).toBeGreaterThan(1),
      PATIENCE,
    );
    expect(states[1]).toMatchObject({ at: "failed", step: "connect", detail: "connect: ECONNREFUSED" });
    await stop();
  });
});
