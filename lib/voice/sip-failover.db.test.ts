import "@/test/fixtures/loopback";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { pauseTrunk, readIntegration } from "@/lib/agents/integrations";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { carrierFor } from "@/lib/outreach/carriers";
import { findAttempt, placeAttempts } from "@/lib/outreach/dialing";
import { setOutboundRoutes } from "@/lib/outreach/outbound-routes";
import { listTrunkTries } from "@/lib/outreach/trunk-tries";
import { db, reader, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { createSipEndpoint, type IncomingInvite } from "@/lib/platform/sip";
import { openSipDesk, type SipDesk } from "./testing/sip-fixture";

const HOST = "127.0.0.1";
const PATIENCE = { timeout: 30_000, interval: 20 };
const MAX_PAUSE_MS = 300_000;
/** Nothing listens there: port 1024 is reserved. */
const CLOSED = `${HOST}:1024`;

let fixture: SipDesk;
let agentId: string;
let numbers = 0;
beforeAll(async () => {
  fixture = await openSipDesk();
  agentId = await fixture.agent({}, {});
  await fixture.line(agentId);
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const owner = () => fixture.space.ctx("owner");

/** A carrier that handles INVITEs as the test says. Returns them and a trunk with a number at it. */
async function openCarrier(handle: (invite: IncomingInvite) => void) {
  const invites: IncomingInvite[] = [];
  const endpoint = await createSipEndpoint({
    listeners: { tcp: { host: HOST, port: 0 } },
    advertised: { host: HOST },
    identify: async () => ({ trunkId: "product", challenge: null }),
    onInvite(invite) {
      invites.push(invite);
      handle(invite);
    },
  });
  const trunk = await connectTrunk({ server: `${HOST}:${endpoint.ports.tcp}` });
  return { invites, ...trunk, close: () => endpoint.close() };
}
async function connectTrunk(more: object) {
  const trunk = await fixture.trunkOf(more);
  const number = `+1213${4_000_000 + numbers++ + Math.floor(Math.random() * 900_000)}`;
  await createPhoneNumber(owner(), CreatePhoneNumber.parse({ number, integration_id: trunk.id }));
  return { id: trunk.id, number };
}
const setOrder = (...ids: string[]) =>
  setOutboundRoutes(owner(), { routes: [{ prefix: "+1", trunk_ids: ids }] });
const invitesTo = (to: string) => fixture.invites.filter(({ calledUser }) => calledUser === to);
const readTries = async (callId: string) =>
  reader(fixture.space.workspaceId).first(
    db
      .selectFrom("sip_placements")
      .select(["integration_id", "from_number", "state", "sip_status", "tries", "alternatives"])
      .where("workspace_id", "=", fixture.space.workspaceId)
      .where("call_id", "=", callId),
  );
const readResults = async (callId: string) =>
  (await listTrunkTries(owner(), callId)).data.map(
    ({ integration_id: id, result, sip_status: status }) => [id, result, status] as const,
  );
const pauseOf = async (id: string) => (await readIntegration(owner(), id)).trunk?.paused_until ?? null;
const endPause = (id: string) =>
  writeUnaudited(owner(), {
    run: [
      db
        .updateTable("integrations")
        .set({ settings: sql`settings - 'paused_until'` })
        .where("workspace_id", "=", fixture.space.workspaceId)
        .where("id", "=", id),
    ],
  });
const waitForAnswer = (to: string) =>
  vi.waitFor(() => {
    const telephone = fixture.answered.get(to);
    if (telephone === undefined) throw new Error("The call has not arrived.");
    return telephone;
  }, PATIENCE);
const waitForEnd = (callId: string) =>
  vi.waitFor(async () => {
    const call = await fixture.read(callId);
    if (call.ended_at === null) throw new Error("It has not ended.");
    return call;
  }, PATIENCE);

describe("a call with two trunks", () => {
  it.each([503, 500, 403])(
    "is placed over the second after a %i of the first, with one INVITE each",
    async (status) => {
      const carrier = await openCarrier((invite) => invite.reject(status, { retryAfterS: 60 }));
      const second = await connectTrunk({});
      try {
        await setOrder(carrier.id, second.id);
        const to = fixture.person();
        const call = await fixture.dials(agentId, to);
        const telephone = await waitForAnswer(to);
        expect(carrier.invites.map(({ calledUser, from }) => [calledUser, from.user])).toEqual([
          [to, carrier.number],
        ]);
        expect(invitesTo(to).map(({ from }) => from.user)).toEqual([second.number]);
        expect(await readTries(call.id)).toMatchObject({
          integration_id: second.id,
          from_number: second.number,
          state: "claimed",
          alternatives: [],
          tries: [
            { integration_id: carrier.id, from_number: carrier.number, was_sent: true, status, reason: null },
          ],
        });
        expect(await readResults(call.id)).toEqual([
          [carrier.id, "rejected", status],
          [second.id, "in_progress", null],
        ]);
        await telephone.dialog.bye();
        await waitForEnd(call.id);
        await vi.waitFor(
          async () => expect((await readResults(call.id)).at(-1)).toEqual([second.id, "answered", 200]),
          PATIENCE,
        );
      } finally {
        await carrier.close();
      }
    },
  );

  it("is placed over the second if the first cannot be reached, or must not place it", async () => {
    const closed = await connectTrunk({ server: CLOSED });
    const silent = await fixture.trunkOf({ server: CLOSED });
    const second = await connectTrunk({});
    await setOrder(silent.id, closed.id, second.id);
    const to = fixture.person();
    const call = await fixture.dials(agentId, to);
    const telephone = await waitForAnswer(to);
    expect(invitesTo(to)).toHaveLength(1);
    expect((await readTries(call.id))?.tries).toMatchObject([
      { integration_id: silent.id, was_sent: false, reason: "no_caller_id" },
      { integration_id: closed.id, was_sent: false, status: null, reason: null },
    ]);
    await telephone.dialog.bye();
    await waitForEnd(call.id);
  });

  it.each([
    ["busy", (invite: IncomingInvite) => invite.reject(486), "busy"],
    ["an unknown number", (invite: IncomingInvite) => invite.reject(404), "failed"],
    ["a timeout further on", (invite: IncomingInvite) => invite.reject(504), "failed"],
    [
      "a failure after ringing",
      (invite: IncomingInvite) => {
        invite.ring();
        setTimeout(() => invite.reject(503), 300);
      },
      "failed",
    ],
  ])("is not placed again after %s", async (_, handle, status) => {
    const carrier = await openCarrier(handle);
    const second = await connectTrunk({});
    try {
      await setOrder(carrier.id, second.id);
      const to = fixture.person();
      const call = await fixture.dials(agentId, to);
      expect(await waitForEnd(call.id)).toMatchObject({ status });
      expect(carrier.invites).toHaveLength(1);
      expect(invitesTo(to)).toHaveLength(0);
      expect((await readTries(call.id))?.tries).toEqual([]);
    } finally {
      await carrier.close();
    }
  });

  it("is not placed again if the first trunk loses the connection after the INVITE", async () => {
    let close: () => Promise<void> = async () => undefined;
    const carrier = await openCarrier(() => void close());
    close = carrier.close;
    const second = await connectTrunk({});
    await setOrder(carrier.id, second.id);
    const to = fixture.person();
    const call = await fixture.dials(agentId, to);
    await waitForEnd(call.id);
    expect(carrier.invites).toHaveLength(1);
    expect(invitesTo(to)).toHaveLength(0);
  });

  it("stores the tries of all trunks if none of them places the call", async () => {
    const carrier = await openCarrier((invite) => invite.reject(503));
    const closed = await connectTrunk({ server: CLOSED });
    const last = await connectTrunk({ server: CLOSED });
    try {
      await setOrder(carrier.id, closed.id, last.id);
      const call = await fixture.dials(agentId, fixture.person());
      await waitForEnd(call.id);
      expect(await readResults(call.id)).toEqual([
        [carrier.id, "rejected", 503],
        [closed.id, "unreachable", null],
        [last.id, "unreachable", null],
      ]);
      const [first] = (await listTrunkTries(owner(), call.id)).data;
      expect(first?.message).toBe("The trunk ended the call with SIP status 503.");
    } finally {
      await carrier.close();
    }
  });

  it("is not sent to a trunk that named a Retry-After, whose pause ends after at most five minutes", async () => {
    const carrier = await openCarrier((invite) => invite.reject(503, { retryAfterS: 86_400 }));
    const second = await connectTrunk({});
    try {
      await setOrder(carrier.id, second.id);
      for (const tries of [
        [{ was_sent: true, status: 503, reason: null }],
        [{ was_sent: false, status: null, reason: "paused" }],
      ]) {
        const to = fixture.person();
        const call = await fixture.dials(agentId, to);
        const telephone = await waitForAnswer(to);
        expect((await readTries(call.id))?.tries).toMatchObject(tries);
        expect(carrier.invites).toHaveLength(1);
        await telephone.dialog.bye();
        await waitForEnd(call.id);
      }
      const until = Date.parse((await pauseOf(carrier.id)) ?? "");
      expect(until).toBeGreaterThan(Date.now());
      expect(until).toBeLessThanOrEqual(Date.now() + MAX_PAUSE_MS);
      expect(await pauseOf(second.id)).toBeNull();
    } finally {
      await carrier.close();
    }
  });

  it("waits if its only trunk is paused, and is placed after the pause", async () => {
    const trunk = await connectTrunk({});
    await pauseTrunk(owner(), trunk.id, 240);
    await setOrder(trunk.id);
    const to = fixture.person();
    const call = await fixture.dials(agentId, to);
    expect((await fixture.read(call.id)).ended_at).toBeNull();
    expect(invitesTo(to)).toHaveLength(0);
    const key = `call/${call.id}/1`;
    const waiting = await findAttempt(owner(), { key });
    expect(waiting?.attempt.state).toBe("claimed");
    expect(Date.parse(waiting?.attempt.scheduled_at ?? "")).toBeGreaterThan(Date.now() + 200_000);
    await endPause(trunk.id);
    await placeAttempts({ ...owner(), now: () => waiting?.attempt.scheduled_at ?? "" }, [key], carrierFor);
    const telephone = await waitForAnswer(to);
    await telephone.dialog.bye();
    await waitForEnd(call.id);
  });

  it.each([480, 486, 500])("does not pause the trunk that refused it with %i", async (status) => {
    const carrier = await openCarrier((invite) => invite.reject(status, { retryAfterS: 60 }));
    try {
      await setOrder(carrier.id);
      await waitForEnd((await fixture.dials(agentId, fixture.person())).id);
      expect(await pauseOf(carrier.id)).toBeNull();
    } finally {
      await carrier.close();
    }
  });

  it("is refused on all trunks without encryption if the workspace requires it", async () => {
    const trunks = [await connectTrunk({}), await connectTrunk({})];
    await setOrder(...trunks.map(({ id }) => id));
    await updateWorkspace(owner(), { require_call_encryption: true });
    try {
      const to = fixture.person();
      const call = await fixture.dials(agentId, to);
      expect(await waitForEnd(call.id)).toMatchObject({
        status: "failed",
        reasons: [{ code: "encryption_required" }],
      });
      expect(invitesTo(to)).toHaveLength(0);
    } finally {
      await updateWorkspace(owner(), { require_call_encryption: false });
    }
  });
});
