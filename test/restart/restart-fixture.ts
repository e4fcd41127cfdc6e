import { expect, vi } from "vitest";
import { tickCall } from "@/lib/calls/calls";
import { systemCtx } from "@/lib/platform/context/make";
import { db, reader } from "@/lib/platform/db";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { openPhoneDesk } from "@/lib/voice/testing/phone-fixture";
import { type Script, silence, tone } from "@/lib/voice/testing/providers";
import type { Stream } from "@/lib/voice/testing/stream";
import { openGateways } from "./gateways";

/** Gateways start on a machine that may be busy. */
export const PATIENCE = { timeout: 40_000, interval: 20 };
export const DISCLOSURE = "Hello, you are speaking with an automated assistant.";
export const ANNOUNCEMENT = "This call is recorded.";
const LATER = new Date(Date.now() + 3_600_000).toISOString();

export function requireStream(stream: Stream | null | undefined): Stream {
  if (stream === null || stream === undefined) throw new Error("There is no stream.");
  return stream;
}

/** Telephones whose streams go to gateways in separate processes, the webhooks to this one. */
export async function openRestartFixture(script: Script) {
  // No worker runs here. A gateway is ready only if one does.
  await plainBatch(
    plain.insertInto("worker_heartbeats").values({ worker_id: "worker_of_test", last_heartbeat_at: LATER }),
  );
  const gateways = await openGateways(script);
  /** The gateway that the load balancer gave the last stream. */
  let reached: ReturnType<typeof gateways.first>;
  const phones = await openPhoneDesk({
    streamsTo() {
      reached = gateways.first();
      return reached?.host ?? "127.0.0.1:1";
    },
  });

  const callOf = async (agentId: string) => {
    const row = await reader(phones.space.workspaceId).first(
      db
        .selectFrom("calls")
        .select(["id", "contact_id", "resumptions"])
        .where("agent_id", "=", agentId)
        .orderBy("created_at", "desc")
        .limit(1),
    );
    if (row === undefined) throw new Error("There is no call.");
    return { ...(await phones.read(row.id)), contactId: row.contact_id, resumptions: row.resumptions };
  };
  type StoredCall = Awaited<ReturnType<typeof callOf>>;
  const until = (agentId: string, matches: (call: StoredCall) => boolean) =>
    vi.waitFor(async () => {
      const call = await callOf(agentId);
      if (!matches(call))
        throw new Error(
          `Not yet: ${JSON.stringify([call.status, call.recording, call.transcript.map(({ role, text }) => `${role}: ${text}`)])}`,
        );
      return call;
    }, PATIENCE);
  const spokenBy = (call: StoredCall, role: string) => call.transcript.filter((turn) => turn.role === role);

  return {
    ...phones,
    gateways,
    callOf,
    until,
    spokenBy,
    /** The call once it is settled. This process is the worker of a gateway that holds other calls. */
    async settled(agentId: string) {
      const { id } = await until(agentId, ({ ended_at }) => ended_at !== null);
      return vi.waitFor(async () => {
        await tickCall(systemCtx(phones.space.workspaceId, "call.tick"), id);
        const call = await callOf(agentId);
        expect(call.settled_at).not.toBeNull();
        return call;
      }, PATIENCE);
    },
    agentSpoke: (agentId: string, times: number) =>
      until(agentId, (call) => spokenBy(call, "agent").length >= times),
    callerSpoke: (agentId: string, times: number) =>
      until(agentId, (call) => spokenBy(call, "caller").length >= times),
    /** A caller of a new agent: the agent, the carrier's SID of the call, its first stream, and the gateway that holds it. */
    async ring(extra: object = {}) {
      // Another gateway is ready to take over, as in an installation that has recovered from the last restart.
      await vi.waitFor(() => expect(gateways.isComplete()).toBe(true), PATIENCE);
      const agentId = await phones.agent({}, extra);
      const { stream, form } = await phones.rings(phones.person(), await phones.line(agentId));
      const holder = reached;
      if (holder === undefined) throw new Error("No gateway is ready.");
      return { agentId, sid: form.CallSid, stream: requireStream(stream), holder };
    },
    say: (stream: Stream, n: number) => stream.say([...tone(n, 600), ...silence(900)]),
    /** The stream that replaces another, once a gateway has accepted it and the caller hears the agent on it. */
    async nextStream(sid: string, before: Stream): Promise<Stream> {
      const next = await vi.waitFor(() => {
        const stream = requireStream(phones.carrier.streamOf(sid));
        expect(stream).not.toBe(before);
        expect(stream.status).toBe(101);
        return stream;
      }, PATIENCE);
      await vi.waitFor(() => expect(next.heard.some(({ level }) => level > 500)).toBe(true), PATIENCE);
      return next;
    },
    async close() {
      await phones.close();
      await gateways.close();
    },
  };
}
export type RestartFixture = Awaited<ReturnType<typeof openRestartFixture>>;
