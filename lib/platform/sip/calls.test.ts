import { Timers, TransactionState } from "sip.js/lib/core/index.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SipContext } from "./context";
import { readHeader, readHeaders } from "./message";
import {
  closeAll,
  createInvite,
  createTrunk,
  defer,
  establishCall,
  HANDLERS,
  openEndpoint,
} from "./testing/endpoints";
import { formatRequest, formatResponse, OFFER } from "./testing/messages";
import { PATIENCE, RawPeer, RawServer } from "./testing/raw-peer";
import type { SipDialogHandlers } from "./types";

afterEach(closeAll);

async function callRaw(port: number, callId: string, body = OFFER): Promise<RawPeer> {
  const peer = await RawPeer.connect(port);
  defer(() => peer.close());
  peer.send(formatRequest("INVITE", { callId, branch: `z9hG4bK-${callId}`, body }));
  return peer;
}

/** Shortens the core's wait for an ACK. */
function shortenAckWait(ms: number): void {
  const before = { ...Timers };
  Object.assign(Timers, { TIMER_L: ms, T1: ms / 4 });
  defer(() => Object.assign(Timers, before));
}

const tagOf = (value: string | null) => value?.split("tag=")[1] ?? "";

describe("a call between two endpoints", () => {
  it.each(["caller", "callee"] as const)("is established, and ended by the %s", async (side) => {
    const call = await establishCall();
    const remote = side === "caller" ? call.callee : call.caller;
    await call[side].bye();
    expect(await call[side].ended).toBe("local");
    expect(await remote.ended).toBe("remote");
    await call[side].bye();
    expect(await remote.reinvite(OFFER)).toMatchObject({ status: 481, wasSent: false });
    expect(await remote.refer("sip:a@b")).toEqual({ status: 481 });
  });

  it("presents the call, rings, and passes early media", async () => {
    const [near, far] = [await openEndpoint(), await openEndpoint()];
    const events: string[] = [];
    const invite = createInvite({
      onRinging: () => events.push("ringing"),
      onEarlyMedia: (sdp) => events.push(sdp),
    });
    const placed = near.invite(createTrunk(far.port), invite);
    const incoming = await far.nextInvite();
    expect(incoming).toMatchObject({
      ...{ trunkId: "trunk", calledUser: "+12125550100", sdp: OFFER },
      from: { displayName: "Parley", user: "+13125550111", host: "127.0.0.1" },
      assertedIdentity: { displayName: "Parley", user: "+13125550111" },
    });
    expect(incoming.header("Max-Forwards")).toEqual(["70"]);
    incoming.ring();
    await vi.waitFor(() => expect(events).toEqual(["ringing"]), PATIENCE);
    incoming.ring(`${OFFER}a=x\r\n`);
    await vi.waitFor(() => expect(events).toEqual(["ringing", `${OFFER}a=x\r\n`]), PATIENCE);
    incoming.reject(503, { retryAfterS: 1.2 });
    expect(await placed).toEqual({
      status: 503,
      reason: "Service Unavailable",
      retryAfterS: 2,
      wasSent: true,
    });
    incoming.ring();
    expect(await incoming.accept(OFFER, HANDLERS)).toBeNull();
  });

  it("is refused with 486, and 302 is not followed", async () => {
    const [near, far] = [await openEndpoint(), await openEndpoint()];
    const busy = near.invite(createTrunk(far.port), createInvite());
    (await far.nextInvite()).reject(486);
    expect(await busy).toMatchObject({ status: 486, retryAfterS: null, wasSent: true });
    const moved = near.invite(createTrunk(far.port), createInvite());
    (await far.nextInvite()).reject(302, { contact: "sip:+19005550100@127.0.0.1" });
    expect(await moved).toMatchObject({ status: 302, wasSent: true });
    expect(far.invites).toEqual([]);
  });

  it("refuses new calls and ends the present ones when it shuts down", async () => {
    const [near, far] = [await openEndpoint(), await openEndpoint()];
    const placed = near.invite(createTrunk(far.port), createInvite());
    await (await far.nextInvite()).accept(OFFER, HANDLERS);
    const result = await placed;
    if (!("dialog" in result)) throw new Error("not answered");
    far.drain();
    expect(await near.invite(createTrunk(far.port), createInvite())).toMatchObject({
      ...{ status: 503, retryAfterS: 30 },
    });
    // A proxy that asks by OPTIONS gets the same response, and sends its calls to another process.
    expect(await near.options(createTrunk(far.port))).toMatchObject({ status: 503 });
    await far.close();
    expect(await result.dialog.ended).toBe("remote");
    near.drain();
    expect(await near.invite(createTrunk(far.port), createInvite())).toMatchObject({ wasSent: false });
  });
});

describe("cancellation", () => {
  it("reaches the callee, and the call ends with 487", async () => {
    const [near, far] = [await openEndpoint(), await openEndpoint()];
    const abort = new AbortController();
    const placed = near.invite(createTrunk(far.port), createInvite({ signal: abort.signal }));
    const incoming = await far.nextInvite();
    incoming.ring();
    abort.abort();
    expect(await placed).toMatchObject({ status: 487, wasSent: true });
    await vi.waitFor(() => expect(incoming.canceled.aborted).toBe(true), PATIENCE);
    expect(await incoming.accept(OFFER, HANDLERS)).toBeNull();
  });

  it("follows the end of the connection, and leaves no transaction", async () => {
    const endpoint = await openEndpoint();
    const peer = await RawPeer.connect(endpoint.port);
    peer.send(formatRequest("INVITE", { body: OFFER }));
    const incoming = await endpoint.nextInvite();
    incoming.ring();
    await peer.response(180);
    peer.close();
    await vi.waitFor(() => expect(incoming.canceled.aborted).toBe(true), PATIENCE);
    // A transaction in this state ends by a timer; one that proceeds would stay for the life of the process.
    const { core } = Reflect.get(endpoint, "context") as SipContext;
    expect([...core.userAgentServers.values()].map((server) => server.transaction.state)).toEqual([
      TransactionState.Completed,
    ]);
  });

  it("ends a 200 that crosses it", async () => {
    const server = await RawServer.listen();
    defer(() => server.close());
    const near = await openEndpoint();
    const abort = new AbortController();
    const placed = near.invite(createTrunk(server.port), createInvite({ signal: abort.signal }));
    const peer = await server.peer();
    const invite = await peer.request("INVITE");
    peer.send(formatResponse(invite, "180 Ringing"));
    abort.abort();
    const cancel = await peer.request("CANCEL");
    peer.send(formatResponse(invite, "200 OK", { body: OFFER }) + formatResponse(cancel, "200 OK"));
    await peer.request("ACK");
    peer.send(formatResponse(await peer.request("BYE"), "200 OK"));
    expect(await placed).toMatchObject({ status: 487, wasSent: true });
  });

  it("does nothing before the INVITE is sent", async () => {
    const server = await RawServer.listen();
    defer(() => server.close());
    const near = await openEndpoint();
    const signal = AbortSignal.abort();
    const result = await near.invite(createTrunk(server.port), createInvite({ signal }));
    expect(result).toMatchObject({ status: 487, wasSent: false });
    expect(server.peers).toHaveLength(0);
  });

  it("follows the time that a call may ring", async () => {
    const [near, far] = [await openEndpoint(), await openEndpoint()];
    const placed = near.invite(createTrunk(far.port), createInvite({ ringMs: 50 }));
    (await far.nextInvite()).ring();
    expect(await placed).toMatchObject({ status: 408, wasSent: true });
  });

  it("is the loss of the connection before the answer", async () => {
    const far = await openEndpoint();
    const peer = await callRaw(far.port, "lost-connection");
    const incoming = await far.nextInvite();
    peer.close();
    await vi.waitFor(() => expect(incoming.canceled.aborted).toBe(true), PATIENCE);
    expect(await incoming.accept(OFFER, HANDLERS)).toBeNull();
  });
});

describe("accept", () => {
  it("resolves with the answer of the ACK to a late offer", async () => {
    const far = await openEndpoint();
    const peer = await callRaw(far.port, "late-offer", "");
    const incoming = await far.nextInvite();
    expect(incoming.sdp).toBeNull();
    const accepting = incoming.accept(OFFER, HANDLERS);
    const toTag = tagOf(readHeader(await peer.response(200), "to"));
    peer.send(formatRequest("ACK", { callId: "late-offer", toTag, body: `${OFFER}a=late\r\n` }));
    expect(await accepting).toMatchObject({ sdp: `${OFFER}a=late\r\n` });
  });

  it("resolves with null at once if the caller hangs up before the ACK", async () => {
    const far = await openEndpoint();
    const peer = await callRaw(far.port, "early-bye");
    const incoming = await far.nextInvite();
    incoming.ring();
    const accepting = incoming.accept(OFFER, HANDLERS);
    const toTag = tagOf(readHeader(await peer.response(200), "to"));
    peer.send(formatRequest("BYE", { callId: "early-bye", cseq: 2, toTag }));
    expect(await accepting).toBeNull();
    await peer.response(200, "BYE");
  });

  it.each([
    ["a BYE on a new connection", true],
    ["the end of the connection", false],
  ])("resolves with null after %s before the ACK", async (name, hasBye) => {
    if (!hasBye) shortenAckWait(200);
    const callId = name.replaceAll(" ", "-");
    const far = await openEndpoint();
    const peer = await callRaw(far.port, callId);
    const accepting = (await far.nextInvite()).accept(OFFER, HANDLERS);
    const toTag = tagOf(readHeader(await peer.response(200), "to"));
    peer.close();
    if (hasBye) {
      const second = await RawPeer.connect(far.port);
      defer(() => second.close());
      second.send(formatRequest("BYE", { callId, cseq: 2, toTag }));
    }
    expect(await accepting).toBeNull();
  });

  it("resolves with null if the connection ends with the 200", async () => {
    shortenAckWait(200);
    const far = await openEndpoint();
    const peer = await callRaw(far.port, "crossing-end");
    const incoming = await far.nextInvite();
    const accepting = incoming.accept(OFFER, HANDLERS);
    peer.close();
    expect(await accepting).toBeNull();
  });

  it("repeats the 200, and ends the call by BYE without an ACK", async () => {
    shortenAckWait(200);
    const far = await openEndpoint();
    const peer = await callRaw(far.port, "lost-ack");
    const accepting = (await far.nextInvite()).accept(OFFER, HANDLERS);
    expect(await accepting).toBeNull();
    await peer.request("BYE");
    const answers = peer.messages.filter(({ startLine }) => startLine.includes(" 200 "));
    expect(answers.length).toBeGreaterThan(1);
  });
});

describe("offers in a call", () => {
  it.each(["caller", "callee"] as const)("are sent by the %s, and can be refused with 488", async (side) => {
    const offers: (string | null)[] = [];
    const handlers: SipDialogHandlers = {
      onOffer: (sdp) => {
        offers.push(sdp);
        return sdp?.includes("a=bad") ? null : `${OFFER}a=answer\r\n`;
      },
    };
    const call = await establishCall({ caller: handlers, callee: handlers });
    expect(await call[side].reinvite(`${OFFER}a=sendonly\r\n`)).toEqual({ sdp: `${OFFER}a=answer\r\n` });
    expect(await call[side].reinvite(`${OFFER}a=bad\r\n`)).toMatchObject({ status: 488 });
    expect(await call[side].reinvite(OFFER)).toEqual({ sdp: `${OFFER}a=answer\r\n` });
    expect(offers).toEqual([`${OFFER}a=sendonly\r\n`, `${OFFER}a=bad\r\n`, OFFER]);
  });

  it("that cross are both answered in the end (glare)", async () => {
    const call = await establishCall();
    const results = await Promise.all([call.caller.reinvite(OFFER), call.callee.reinvite(OFFER)]);
    expect(results).toEqual([{ sdp: OFFER }, { sdp: OFFER }]);
  });

  it("come by UPDATE too, and INFO has keys", async () => {
    const keys: string[] = [];
    const far = await openEndpoint();
    const peer = await callRaw(far.port, "update");
    const onOffer = (sdp: string | null) => (sdp?.includes("a=bad") ? null : OFFER);
    const accepting = (await far.nextInvite()).accept(OFFER, { onOffer, onKey: (key) => keys.push(key) });
    const toTag = tagOf(readHeader(await peer.response(200), "to"));
    peer.send(formatRequest("ACK", { callId: "update", toTag }));
    expect(await accepting).not.toBeNull();
    peer.send(formatRequest("UPDATE", { callId: "update", cseq: 2, toTag, body: OFFER }));
    expect((await peer.response(200, "UPDATE")).body).toBe(OFFER);
    peer.send(formatRequest("UPDATE", { callId: "update", cseq: 3, toTag, body: `${OFFER}a=bad\r\n` }));
    await peer.response(488, "UPDATE");
    const headers = ["Content-Type: application/dtmf-relay"];
    const body = "Signal=11\r\nDuration=160\r\n";
    peer.send(formatRequest("INFO", { callId: "update", cseq: 4, toTag, headers, body }));
    await peer.response(200, "INFO");
    peer.send(formatRequest("INFO", { callId: "update", cseq: 5, toTag, headers, body: "Signal=x" }));
    await peer.response(415, "INFO");
    expect(keys).toEqual(["#"]);
  });
});

describe("transfer", () => {
  it.each(["caller", "callee"] as const)("asked for by the %s reports its result", async (side) => {
    const targets: string[] = [];
    const handlers: SipDialogHandlers = {
      ...HANDLERS,
      onRefer: (target) => {
        targets.push(target);
        if (target.includes("deny")) return false;
        return Promise.resolve({ status: target.includes("busy") ? 486 : 200 });
      },
    };
    const call = await establishCall({ caller: handlers, callee: handlers });
    expect(await call[side].refer("sip:+13125550199@127.0.0.1")).toEqual({ status: 200 });
    expect(await call[side].refer("sip:busy@127.0.0.1")).toEqual({ status: 486 });
    expect(await call[side].refer("sip:deny@127.0.0.1")).toEqual({ status: 603 });
    expect(await call[side].refer("sip:a@b>\r\nX-Injected: 1")).toEqual({ status: 481 });
    expect(targets).toEqual(["sip:+13125550199@127.0.0.1", "sip:busy@127.0.0.1", "sip:deny@127.0.0.1"]);
  });
});

describe("session timers", () => {
  const options = { limits: { sessionExpiresS: 1, minSessionS: 1 } };

  it("refuse an interval that is too small", async () => {
    const far = await openEndpoint();
    const peer = await RawPeer.connect(far.port);
    defer(() => peer.close());
    const headers = ["Supported: timer", "Session-Expires: 30"];
    peer.send(formatRequest("INVITE", { headers, body: OFFER }));
    expect(readHeaders(await peer.response(422), "min-se")).toEqual(["90"]);
  });

  it("refresh the session by UPDATE", async () => {
    const updates: string[] = [];
    const call = await establishCall({
      options: { ...options, onTrace: ({ startLine }) => updates.push(startLine) },
    });
    await vi.waitFor(() => {
      const refreshes = updates.filter((line) => line.startsWith("UPDATE "));
      expect(refreshes.length).toBeGreaterThan(3);
    }, PATIENCE);
    await call.caller.bye();
    expect(await call.callee.ended).toBe("remote");
  });

  it("end a call whose caller does not refresh it", async () => {
    const far = await openEndpoint(options);
    const peer = await RawPeer.connect(far.port);
    defer(() => peer.close());
    const headers = ["Supported: timer", "Session-Expires: 1;refresher=uac"];
    peer.send(formatRequest("INVITE", { callId: "no-refresh", headers, body: OFFER }));
    const accepting = (await far.nextInvite()).accept(OFFER, HANDLERS);
    const toTag = tagOf(readHeader(await peer.response(200), "to"));
    peer.send(formatRequest("ACK", { callId: "no-refresh", toTag }));
    const accepted = await accepting;
    peer.send(formatResponse(await peer.request("BYE"), "200 OK"));
    expect(await accepted?.dialog.ended).toBe("lost");
  });
});
