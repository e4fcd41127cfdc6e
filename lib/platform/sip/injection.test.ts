import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanDisplayName, parseSipAddress, parseSipUri } from "./address";
import { readHeader, readHeaders, type SipMessage } from "./message";
import { closeAll, createInvite, createTrunk, defer, openEndpoint } from "./testing/endpoints";
import { formatRequest, formatResponse, OFFER } from "./testing/messages";
import { PATIENCE, RawPeer, RawServer } from "./testing/raw-peer";

afterEach(closeAll);

const ATTACK = 'a"\r\nX-Injected: 1\r\n\r\nBYE sip:b SIP/2.0\r\n<>;,@?&\u0000\u2028';

/** The INVITE of an attempt, as the peer receives it. */
async function receiveInvite(
  invite: Parameters<typeof createInvite>[0],
  trunk: Parameters<typeof createTrunk>[1] = {},
): Promise<SipMessage> {
  const server = await RawServer.listen();
  defer(() => server.close());
  const near = await openEndpoint();
  const placed = near.invite(createTrunk(server.port, trunk), createInvite(invite));
  const peer = await server.peer();
  const message = await peer.request("INVITE");
  peer.send(formatResponse(message, "486 Busy Here"));
  await placed;
  await peer.request("ACK");
  expect(peer.messages.map(({ startLine }) => startLine.split(" ")[0])).toEqual(["INVITE", "ACK"]);
  return message;
}

describe("outgoing messages", () => {
  it.each([
    ["to", { to: ATTACK }],
    ["from", { from: ATTACK }],
    ["displayName", { displayName: ATTACK }],
    ["lone surrogates", { to: "\ud800", from: "\udfff", displayName: "\ud800" }],
  ])("have no header from %s", async (_name, invite) => {
    const message = await receiveInvite(invite);
    expect(readHeader(message, "x-injected")).toBeNull();
    expect(message.body).toBe(OFFER);
    expect(readHeaders(message, "from")).toHaveLength(1);
    expect(parseSipAddress(readHeader(message, "from") ?? "")?.host).toBe("127.0.0.1");
    expect(parseSipAddress(readHeader(message, "p-asserted-identity") ?? "")?.host).toBe("127.0.0.1");
  });

  it("have no header from the account of a trunk", async () => {
    const message = await receiveInvite({}, { domain: "example.org>\r\nX-Injected: 1", username: ATTACK });
    expect(readHeader(message, "x-injected")).toBeNull();
  });

  it("carry numbers with special characters as they are", async () => {
    const message = await receiveInvite({ to: "*72#1", from: "anonymous" });
    expect(parseSipUri(message.startLine.split(" ")[1] ?? "")?.user).toBe("*72#1");
  });

  it("have no header from the contact of a redirection", async () => {
    const far = await openEndpoint();
    const peer = await RawPeer.connect(far.port);
    defer(() => peer.close());
    peer.send(formatRequest("INVITE", { body: OFFER }));
    (await far.nextInvite()).reject(302, { contact: "sip:a@b>\r\nX-Injected: 1", retryAfterS: 1 });
    const response = await peer.response(302);
    expect(readHeader(response, "x-injected")).toBeNull();
    expect(readHeader(response, "contact")).toBeNull();
  });

  it("do not decode a Via that imitates the placeholder of the core", async () => {
    const far = await openEndpoint();
    const peer = await RawPeer.connect(far.port);
    defer(() => peer.close());
    const original = Buffer.from("SIP/2.0/TCP x\r\nX-Injected: 1").toString("base64url");
    const via = `SIP/2.0/TLS parley.invalid;branch=z9hG4bK1;original=${original}`;
    peer.send(formatRequest("OPTIONS", { headers: [`Via: ${via}`] }));
    const response = await peer.response(200);
    expect(readHeader(response, "x-injected")).toBeNull();
    expect(readHeaders(response, "via")[1]).toBe(via);
  });
});

describe("incoming messages", () => {
  it("are read once: a length that differs closes the connection", async () => {
    const far = await openEndpoint();
    const peer = await RawPeer.connect(far.port);
    defer(() => peer.close());
    const smuggled = formatRequest("OPTIONS", { callId: "smuggled" });
    const text = formatRequest("OPTIONS", { callId: "outer", headers: ["Content-Length: 5"] });
    peer.send(text + smuggled);
    await peer.closed();
    expect(peer.bytes).toBe(0);
  });

  it("treat a body as a body", async () => {
    const far = await openEndpoint();
    const peer = await RawPeer.connect(far.port);
    defer(() => peer.close());
    peer.send(formatRequest("OPTIONS", { body: formatRequest("OPTIONS", { callId: "smuggled" }) }));
    peer.send(formatRequest("OPTIONS", { callId: "last" }));
    await vi.waitFor(() => expect(peer.messages).toHaveLength(2), PATIENCE);
    expect(readHeader(peer.messages[1] as SipMessage, "call-id")).toBe("last");
  });
});

describe("addresses", () => {
  it("are parsed with quotes, escapes and parameters", () => {
    expect(
      parseSipAddress('"A \\"<sip:x@y>\\" B" <sip:%2B1;phone-context=z:p@H:5060;user=phone>;tag=1'),
    ).toEqual({
      ...{ displayName: 'A "<sip:x@y>" B', user: "+1", host: "h" },
    });
    expect(parseSipAddress("<tel:+1-2;ext=3>")).toEqual({ displayName: null, user: "+1-2", host: "" });
    expect(parseSipAddress("http://a")).toBeNull();
    expect(parseSipUri("sip:a@[::1]:5060")).toMatchObject({ host: "[::1]", port: 5060 });
    expect(cleanDisplayName('a"\r\n\\b\u0085\ud800')).toBe("ab\ufffd");
  });
});
