import { afterEach, describe, expect, it, vi } from "vitest";
import { answerChallenge } from "./digest-client";
import { readHeaders } from "./message";
import { closeAll, createInvite, createTrunk, defer, openEndpoint } from "./testing/endpoints";
import { formatRequest, formatResponse, OFFER } from "./testing/messages";
import { PATIENCE, RawPeer, RawServer } from "./testing/raw-peer";
import type { SipEndpointOptions } from "./types";

afterEach(closeAll);

async function connectTo(port: number): Promise<RawPeer> {
  const peer = await RawPeer.connect(port);
  defer(() => peer.close());
  return peer;
}

const STRANGER: Partial<SipEndpointOptions> = { identify: async () => null };
const ACCOUNT = { username: "pbx", password: "secret" };
const WITH_ACCOUNT: Partial<SipEndpointOptions> = {
  identify: async (_source, { username }) =>
    username === null || username === "pbx" ? { trunkId: "trunk", challenge: ACCOUNT } : null,
};

describe("a stranger", () => {
  it.each([
    ["INVITE", formatRequest("INVITE", { body: OFFER })],
    ["OPTIONS", formatRequest("OPTIONS")],
    ["REGISTER", formatRequest("REGISTER")],
    ["BYE of a dialog", formatRequest("BYE", { toTag: "guess" })],
    ["ACK", formatRequest("ACK")],
    ["CANCEL", formatRequest("CANCEL")],
    ["an unknown method", formatRequest("FOO")],
    ["an incomplete request", "OPTIONS sip:a@b SIP/2.0\r\nContent-Length: 0\r\n\r\n"],
    [
      "a response",
      "SIP/2.0 200 OK\r\nVia: SIP/2.0/TCP a;branch=z9hG4bK1\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>;tag=2\r\nCall-ID: a\r\nCSeq: 1 INVITE\r\n\r\n",
    ],
    ["another protocol", "GET / HTTP/1.1\r\n\r\n"],
  ])("gets no byte for %s and is disconnected", async (_name, text) => {
    const endpoint = await openEndpoint(STRANGER);
    const peer = await connectTo(endpoint.port);
    peer.send(text);
    await peer.closed();
    expect(peer.bytes).toBe(0);
    expect(endpoint.invites).toEqual([]);
  });

  it("is disconnected if it sends nothing, or a message byte by byte", async () => {
    const endpoint = await openEndpoint({ ...STRANGER, limits: { identifyMs: 50 } });
    const silent = await connectTo(endpoint.port);
    await silent.closed();
    const slow = await connectTo(endpoint.port);
    const timer = setInterval(() => slow.send("O"), 5);
    defer(() => clearInterval(timer));
    await slow.closed();
    expect(silent.bytes + slow.bytes).toBe(0);
  });

  it("is refused too if the product fails", async () => {
    const endpoint = await openEndpoint({ identify: () => Promise.reject(new Error("no database")) });
    const peer = await connectTo(endpoint.port);
    peer.send(formatRequest("OPTIONS"));
    await peer.closed();
    expect(peer.bytes).toBe(0);
  });

  it("cannot answer a request of Parley, also with the right branch", async () => {
    const server = await RawServer.listen();
    defer(() => server.close());
    const endpoint = await openEndpoint(STRANGER);
    const placed = endpoint.invite(createTrunk(server.port), createInvite());
    const trunk = await server.peer();
    const invite = await trunk.request("INVITE");
    const stranger = await connectTo(endpoint.port);
    stranger.send(formatResponse(invite, "200 OK", { body: OFFER }));
    await stranger.closed();
    trunk.send(formatResponse(invite, "486 Busy Here"));
    expect(await placed).toMatchObject({ status: 486 });
  });
});

describe("a trunk with an account", () => {
  it("is challenged, and identified with the right password alone", async () => {
    const endpoint = await openEndpoint(WITH_ACCOUNT);
    const peer = await connectTo(endpoint.port);
    const uri = "sip:+12125550100@127.0.0.1";
    peer.send(formatRequest("INVITE", { callId: "c1", body: OFFER }));
    const challenge = await peer.response(401);
    expect(readHeaders(challenge, "www-authenticate")).toHaveLength(2);
    const wrong = answerChallenge(challenge, { method: "INVITE", uri }, { ...ACCOUNT, password: "guess" });
    peer.send(formatRequest("INVITE", { callId: "c1", cseq: 2, headers: [wrong ?? ""], body: OFFER }));
    await vi.waitFor(() => expect(peer.messages).toHaveLength(2), PATIENCE);
    expect(endpoint.invites).toEqual([]);
    const right = answerChallenge(challenge, { method: "INVITE", uri }, ACCOUNT);
    peer.send(formatRequest("INVITE", { callId: "c1", cseq: 3, headers: [right ?? ""], body: OFFER }));
    (await endpoint.nextInvite()).reject(486);
    await peer.response(486);
    // The nonce count was used.
    peer.send(formatRequest("INVITE", { callId: "c2", headers: [right ?? ""], body: OFFER }));
    await vi.waitFor(() => expect(peer.messages.at(-1)?.startLine).toContain("401"), PATIENCE);
    expect(readHeaders(peer.messages.at(-1) ?? challenge, "www-authenticate")[0]).toContain("stale=true");
  });

  it("is disconnected after ten wrong passwords", async () => {
    const endpoint = await openEndpoint(WITH_ACCOUNT);
    const peer = await connectTo(endpoint.port);
    const headers = ['Authorization: Digest username="pbx", realm="127.0.0.1", nonce="x", response="y"'];
    for (let attempt = 0; attempt < 12; attempt++) peer.send(formatRequest("OPTIONS", { headers }));
    await peer.closed();
    expect(peer.messages).toHaveLength(9);
  });

  it("gives an unknown user no byte", async () => {
    const endpoint = await openEndpoint(WITH_ACCOUNT);
    const peer = await connectTo(endpoint.port);
    const headers = ['Authorization: Digest username="admin", realm="127.0.0.1", nonce="x", response="y"'];
    peer.send(formatRequest("OPTIONS", { headers }));
    await peer.closed();
    expect(peer.bytes).toBe(0);
  });

  it("must authenticate a BYE from a new connection", async () => {
    const endpoint = await openEndpoint(WITH_ACCOUNT);
    const peer = await connectTo(endpoint.port);
    const uri = "sip:+12125550100@127.0.0.1";
    peer.send(formatRequest("INVITE", { callId: "c3", body: OFFER }));
    const challenge = await peer.response(401);
    const proof = answerChallenge(challenge, { method: "INVITE", uri }, ACCOUNT) ?? "";
    peer.send(formatRequest("INVITE", { callId: "c3", cseq: 2, headers: [proof], body: OFFER }));
    const accepting = (await endpoint.nextInvite()).accept(OFFER, { onOffer: () => null });
    const toTag = readHeaders(await peer.response(200), "to")[0]?.split("tag=")[1] ?? "";
    peer.send(formatRequest("ACK", { callId: "c3", cseq: 2, toTag }));
    const accepted = await accepting;
    if (!accepted) throw new Error("not accepted");
    let isOver = false;
    void accepted.dialog.ended.then(() => {
      isOver = true;
    });
    const second = await connectTo(endpoint.port);
    second.send(formatRequest("BYE", { callId: "c3", cseq: 3, toTag }));
    await second.response(401);
    expect(isOver).toBe(false);
    peer.send(formatRequest("BYE", { callId: "c3", cseq: 4, toTag }));
    await peer.response(200, "BYE");
    expect(await accepted.dialog.ended).toBe("remote");
  });
});

describe("limits", () => {
  it("closes connections of an address beyond the limit", async () => {
    const endpoint = await openEndpoint({ limits: { connectionsPerAddress: 2 } });
    const peers = [await connectTo(endpoint.port), await connectTo(endpoint.port)];
    const third = await connectTo(endpoint.port);
    await third.closed();
    peers[0]?.close();
    await vi.waitFor(async () => {
      const next = await connectTo(endpoint.port);
      next.send(formatRequest("OPTIONS"));
      await vi.waitFor(() => expect(next.messages).toHaveLength(1), { timeout: 200, interval: 5 });
    }, PATIENCE);
  });

  it("lets trunks be called while strangers use all connections", async () => {
    const far = await openEndpoint();
    const near = await openEndpoint({ ...STRANGER, limits: { connections: 1 } });
    await connectTo(near.port);
    expect(await near.options(createTrunk(far.port))).toMatchObject({ ok: true, status: 200 });
  });

  it("delays messages above the rate, and answers all of them", async () => {
    const endpoint = await openEndpoint({ limits: { messagesPerSecond: 5, queuedMessages: 2 } });
    const peer = await connectTo(endpoint.port);
    for (let count = 0; count < 12; count++) peer.send(formatRequest("OPTIONS"));
    await vi.waitFor(() => expect(peer.messages).toHaveLength(12), PATIENCE);
  });

  it("refuses INVITEs above the limit with 503 and Retry-After", async () => {
    const endpoint = await openEndpoint({ limits: { pendingInvites: 1 } });
    const peer = await connectTo(endpoint.port);
    peer.send(formatRequest("INVITE", { callId: "first", body: OFFER }));
    const first = await endpoint.nextInvite();
    peer.send(formatRequest("INVITE", { callId: "second", body: OFFER }));
    expect(readHeaders(await peer.response(503), "retry-after")).toHaveLength(1);
    first.reject(486);
    await peer.response(486);
    peer.send(formatRequest("INVITE", { callId: "third", body: OFFER }));
    (await endpoint.nextInvite()).reject(487);
    await peer.response(487);
  });

  it("refuses a second INVITE of a call, which would take over its route", async () => {
    const endpoint = await openEndpoint({
      identify: async (_source, { from }) => ({ trunkId: from.user, challenge: null }),
    });
    const peer = await connectTo(endpoint.port);
    peer.send(formatRequest("INVITE", { callId: "same", body: OFFER }));
    const invite = await endpoint.nextInvite();
    const attacker = await connectTo(endpoint.port);
    const foreign = formatRequest("INVITE", { callId: "same", body: OFFER, fromTag: "x" });
    attacker.send(foreign.replace("+13125550111@example.org", "mallory@example.org"));
    await attacker.response(482);
    peer.send(formatRequest("INVITE", { callId: "same", body: OFFER, fromTag: "y" }));
    await peer.response(482);
    invite.reject(486);
    await peer.response(486);
  });

  it("answers 500 and frees the INVITE if the product throws", async () => {
    const endpoint = await openEndpoint({
      limits: { pendingInvites: 1 },
      onInvite: () => {
        throw new Error("no agent");
      },
    });
    const peer = await connectTo(endpoint.port);
    for (const callId of ["e1", "e2"]) {
      peer.send(formatRequest("INVITE", { callId, body: OFFER }));
      await vi.waitFor(
        () =>
          expect(
            peer.messages.some(
              (m) => m.startLine.includes(" 500 ") && readHeaders(m, "call-id")[0] === callId,
            ),
          ).toBe(true),
        PATIENCE,
      );
    }
  });
});
