import { once } from "node:events";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newIdpKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { readHeader } from "./message";
import { closeAll, defer, HANDLERS, openEndpoint } from "./testing/endpoints";
import { formatRequest, OFFER } from "./testing/messages";
import { PATIENCE, RawPeer, RawServer } from "./testing/raw-peer";
import type { SipEndpointOptions } from "./types";

afterEach(closeAll);

async function connectTo(port: number): Promise<RawPeer> {
  const peer = await RawPeer.connect(port);
  defer(() => peer.close());
  return peer;
}
async function openServer(): Promise<RawServer> {
  const server = await RawServer.listen();
  defer(() => server.close());
  return server;
}
/** An INVITE whose Via names the port at which its sender accepts connections. */
const inviteFrom = (port: number, callId: string, headers: string[] = []) =>
  formatRequest("INVITE", { callId, body: OFFER, headers }).replace(
    "127.0.0.1:5060;branch",
    `127.0.0.1:${port};branch`,
  );

describe("responses after the connection of their request has closed", () => {
  it("are sent over a new connection to the port of the Via", async () => {
    const server = await openServer();
    const endpoint = await openEndpoint();
    const peer = await connectTo(endpoint.port);
    peer.send(inviteFrom(server.port, "moved"));
    const invite = await endpoint.nextInvite();
    peer.close();
    const reopened = await server.peer();
    expect(invite.canceled.aborted).toBe(false);
    const accepting = invite.accept(OFFER, HANDLERS);
    const answer = await reopened.response(200);
    expect(readHeader(answer, "call-id")).toBe("moved");
    expect(readHeader(answer, "via")).toContain(`127.0.0.1:${server.port}`);
    const toTag = readHeader(answer, "to")?.split("tag=")[1] ?? "";
    reopened.send(formatRequest("ACK", { callId: "moved", toTag }));
    const accepted = await accepting;
    reopened.send(formatRequest("BYE", { callId: "moved", cseq: 2, toTag }));
    expect(await accepted?.dialog.ended).toBe("remote");
  });

  it("can be canceled over it", async () => {
    const server = await openServer();
    const endpoint = await openEndpoint();
    const peer = await connectTo(endpoint.port);
    const text = inviteFrom(server.port, "canceled");
    peer.send(text);
    const invite = await endpoint.nextInvite();
    peer.close();
    const reopened = await server.peer();
    reopened.send(
      text
        .replace(/^INVITE/, "CANCEL")
        .replace("1 INVITE", "1 CANCEL")
        .replace(/Content-Type: [^\r]*\r\n/, "")
        .replace(/Content-Length: \d+/, "Content-Length: 0")
        .replace(OFFER, ""),
    );
    await reopened.response(487);
    await vi.waitFor(() => expect(invite.canceled.aborted).toBe(true), PATIENCE);
  });

  it("end the call if the peer cannot be reached", async () => {
    const server = await RawServer.listen();
    const endpoint = await openEndpoint();
    const peer = await connectTo(endpoint.port);
    peer.send(inviteFrom(server.port, "gone"));
    const invite = await endpoint.nextInvite();
    server.close();
    peer.close();
    await vi.waitFor(() => expect(invite.canceled.aborted).toBe(true), PATIENCE);
    expect(await invite.accept(OFFER, HANDLERS)).toBeNull();
  });

  it("are not sent to a peer that has not proven its account, and a new connection proves nothing", async () => {
    const server = await openServer();
    const endpoint = await openEndpoint({
      identify: async () => ({ trunkId: "trunk", challenge: { username: "pbx", password: "secret" } }),
    });
    const peer = await connectTo(endpoint.port);
    peer.send(inviteFrom(server.port, "stranger"));
    await peer.response(401);
    peer.close();
    const second = await connectTo(endpoint.port);
    second.send(inviteFrom(server.port, "second"));
    await second.response(401);
    expect(server.peers).toHaveLength(0);
  });

  it("are not sent to an address that is not allowed", async () => {
    const server = await openServer();
    const endpoint = await openEndpoint({ isAddressAllowed: (_ip, { port }) => port !== server.port });
    const peer = await connectTo(endpoint.port);
    peer.send(inviteFrom(server.port, "internal"));
    const invite = await endpoint.nextInvite();
    peer.close();
    await vi.waitFor(() => expect(invite.canceled.aborted).toBe(true), PATIENCE);
    expect(server.peers).toHaveLength(0);
  });
});

it("reconnects to a peer's Contact with the certificates that its trunk trusts", async () => {
  const { certificate, privateKey } = newIdpKey();
  const pem = pemOf(certificate);
  const requests: string[] = [];
  const target = createTlsServer({ cert: pem, key: privateKey }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => requests.push(chunk.toString()));
  });
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  defer(() => target.close());
  const address = target.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const dns: SipEndpointOptions["dns"] = {
    naptr: async () => [],
    srv: async () => [],
    addresses: async () => ["127.0.0.1"],
  };
  for (const trusted of [null, pem]) {
    const endpoint = await openEndpoint({ dns, trustedCertificates: () => trusted });
    const peer = await connectTo(endpoint.port);
    const callId = `trust-${trusted === null}`;
    const contact = `sip:ann@idp.test:${port};transport=tls`;
    peer.send(
      formatRequest("INVITE", { callId, body: OFFER }).replace(
        "sip:ann@127.0.0.1:5060;transport=tcp",
        contact,
      ),
    );
    const accepting = (await endpoint.nextInvite()).accept(OFFER, HANDLERS);
    const toTag = readHeader(await peer.response(200), "to")?.split("tag=")[1] ?? "";
    peer.send(
      formatRequest("ACK", { callId, toTag }).replace("sip:ann@127.0.0.1:5060;transport=tcp", contact),
    );
    const accepted = await accepting;
    peer.close();
    await vi.waitFor(() => expect(peer.isClosed).toBe(true), PATIENCE);
    void accepted?.dialog.bye();
    if (trusted !== null)
      await vi.waitFor(() => expect(requests.join("")).toContain("BYE sip:ann@idp.test"), PATIENCE);
    else {
      expect(await accepted?.dialog.ended).toBe("local");
      expect(requests).toEqual([]);
    }
  }
});

it("a provisional response is acknowledged by a PRACK that names it alone", async () => {
  const endpoint = await openEndpoint();
  const peer = await connectTo(endpoint.port);
  peer.send(formatRequest("INVITE", { callId: "prack", body: OFFER, headers: ["Require: 100rel"] }));
  const invite = await endpoint.nextInvite();
  invite.ring();
  const ringing = await peer.response(180);
  const rseq = Number(readHeader(ringing, "rseq"));
  const toTag = readHeader(ringing, "to")?.split("tag=")[1] ?? "";
  let cseq = 1;
  const acknowledge = async (rack: string | null) => {
    cseq++;
    const headers = rack === null ? [] : [`RAck: ${rack}`];
    peer.send(formatRequest("PRACK", { callId: "prack", cseq, toTag, headers }));
    const answer = await vi.waitFor(() => {
      const message = peer.messages.find((entry) => readHeader(entry, "cseq") === `${cseq} PRACK`);
      if (!message) throw new Error("no answer");
      return message;
    }, PATIENCE);
    return answer.startLine.split(" ")[1];
  };
  for (const rack of [null, "", "x", `${rseq + 1} 1 INVITE`, `${rseq} 2 INVITE`, `${rseq} 1 UPDATE`])
    expect(await acknowledge(rack)).toBe("481");
  expect(await acknowledge(`${rseq} 1 INVITE`)).toBe("200");
  expect(await acknowledge(`${rseq} 1 INVITE`)).toBe("481");
  invite.reject(486);
  await peer.response(486);
});
