import "@/test/fixtures/loopback";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { deleteCall } from "@/lib/calls/calls";
import { listSipMessages, storeSipMessages } from "@/lib/calls/sip-messages";
import { sweepRetention } from "@/lib/data/retention";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { formatRequest, OFFER } from "@/lib/platform/sip/testing/messages";
import { RawPeer } from "@/lib/platform/sip/testing/raw-peer";
import fixtures from "@/lib/platform/stir/testing/fixtures.json" with { type: "json" };
import { openSipDesk, type SipDesk } from "./testing/sip-fixture";

const PATIENCE = { timeout: 20_000, interval: 50 };
const DAY_S = 86_400;

let fixture: SipDesk;
beforeAll(async () => {
  fixture = await openSipDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const callsOf = async (agentId: string) =>
  reader(fixture.space.workspaceId).all(
    db
      .selectFrom("calls")
      .select(["id", "status", "reasons"])
      .where("workspace_id", "=", fixture.space.workspaceId)
      .where("agent_id", "=", agentId),
  );
const rowsOf = (callId: string) =>
  reader(fixture.space.workspaceId).all(
    db
      .selectFrom("call_sip_messages")
      .selectAll()
      .where("workspace_id", "=", fixture.space.workspaceId)
      .where("call_id", "=", callId),
  );
const callOf = (agentId: string) =>
  vi.waitFor(async () => {
    const [call] = await callsOf(agentId);
    if (call === undefined) throw new Error("There is no call.");
    return call;
  }, PATIENCE);
/** The start lines of a call's messages, once one of them begins with `until`. */
const ladder = (callId: string, until: string) =>
  vi.waitFor(async () => {
    const { data } = await listSipMessages(fixture.space.ctx("viewer"), callId);
    const lines = data.map(({ direction, start_line }) => `${direction} ${start_line}`);
    if (!lines.some((line) => line.includes(until))) throw new Error(`Not in ${JSON.stringify(lines)}.`);
    return { data, lines };
  }, PATIENCE);

it("stores the messages of an inbound call, and neither the caller's nor the called number", async () => {
  const from = fixture.person();
  const agentId = await fixture.agent({ lines: [] });
  const to = await fixture.line(agentId);
  const telephone = await fixture.rings(from, to);
  if (typeof telephone === "number") throw new Error(`The call was refused: ${telephone}.`);
  const { id } = await callOf(agentId);
  await telephone.dialog.bye();
  const { data, lines } = await ladder(id, "in BYE");
  expect(lines[0]).toMatch(/^in INVITE sip:\+x{11}@127\.0\.0\.1:/);
  expect(lines).toContain("out SIP/2.0 100 Trying");
  expect(lines).toContain("out SIP/2.0 200 OK");
  expect(lines.some((line) => line.startsWith("in ACK"))).toBe(true);
  expect(data[0]).toMatchObject({ leg: "caller", transport: "tcp", method: "INVITE" });
  expect(data[0]?.sdp.some((line) => line.startsWith("m=audio"))).toBe(true);
  for (const number of [from, to]) expect(JSON.stringify(data)).not.toContain(number.slice(1));
  // Sealed, so that even the addresses are unreadable without the key.
  const rows = await rowsOf(id);
  expect(rows.length).toBeGreaterThan(0);
  for (const { messages } of rows) expect(messages.toString("latin1")).not.toMatch(/INVITE|127\.0\.0\.1/);
  expect((await fixture.read(id)).caller_signature).toEqual({
    status: "absent",
    attestation: null,
    reason: null,
  });
});

it("stores a call whose offer is refused, with the refusal", async () => {
  const agentId = await fixture.agent({ lines: [] });
  const to = await fixture.line(agentId);
  const result = await fixture.offers(
    to,
    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 40002 RTP/AVP 3\r\n",
  );
  expect(result).toBe(488);
  const call = await vi.waitFor(async () => {
    const [row] = await callsOf(agentId);
    if (row?.status !== "failed") throw new Error("It has not failed.");
    return row;
  }, PATIENCE);
  expect(call.reasons).toEqual([expect.objectContaining({ code: "media_not_acceptable" })]);
  await ladder(call.id, "out SIP/2.0 488");
});

it("stores the messages of an outbound call that the trunk refuses", async () => {
  const agentId = await fixture.agent({ lines: [] });
  await fixture.line(agentId);
  const to = fixture.person();
  fixture.subscriber(to, { answer: "refuses", status: 403 });
  const { id } = await fixture.dials(agentId, to);
  const { lines, data } = await ladder(id, "in SIP/2.0 403");
  expect(lines[0]).toMatch(/^out INVITE sip:\+x{11}@127\.0\.0\.1:/);
  expect(lines.some((line) => line.startsWith("out ACK"))).toBe(true);
  expect(JSON.stringify(data)).not.toContain(to.slice(1));
  expect((await fixture.read(id)).caller_signature).toBeNull();
});

it("says that a signed number was not checked, without trust anchors", async () => {
  const agentId = await fixture.agent({ lines: [] });
  const to = await fixture.line(agentId);
  const peer = await RawPeer.connect(fixture.gateway.sipPorts()?.tcp ?? 0);
  const headers = [`Identity: ${fixtures.identities.A}`];
  peer.send(formatRequest("INVITE", { uri: `sip:${to}@127.0.0.1`, headers, body: OFFER }));
  const { id } = await callOf(agentId);
  await vi.waitFor(
    async () => expect((await fixture.read(id)).caller_signature).toMatchObject({ status: "not_checked" }),
    PATIENCE,
  );
  const { data } = await ladder(id, "out SIP/2.0 200");
  expect(JSON.stringify(data)).not.toContain(fixtures.identities.A.slice(0, 20));
  peer.close();
});

it("keeps messages for 30 days, and deletes them with their call", async () => {
  const agentId = await fixture.agent({ lines: [] });
  const { rings } = fixture;
  const telephone = await rings(fixture.person(), await fixture.line(agentId));
  if (typeof telephone === "number") throw new Error(`The call was refused: ${telephone}.`);
  const { id } = await callOf(agentId);
  await telephone.dialog.bye();
  const { data } = await ladder(id, "in BYE");
  await vi.waitFor(async () => expect((await fixture.read(id)).settled_at).not.toBeNull(), PATIENCE);
  const later = (days: number) => {
    const now = new Date(Date.now() + days * DAY_S * 1_000).toISOString();
    return { ...fixture.space.ctx("owner"), now: () => now };
  };
  await sweepRetention(later(29));
  expect(await rowsOf(id)).not.toEqual([]);
  await sweepRetention(later(31));
  expect(await rowsOf(id)).toEqual([]);
  expect(await storeSipMessages(fixture.space.ctx("owner"), id, data)).toBe(true);
  await deleteCall(fixture.space.ctx("owner"), id);
  expect(await rowsOf(id)).toEqual([]);
  expect(await storeSipMessages(fixture.space.ctx("owner"), id, data)).toBe(false);
  await expect(listSipMessages(fixture.space.ctx("viewer"), id)).rejects.toMatchObject({ code: "not_found" });
});
