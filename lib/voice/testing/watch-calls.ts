import { expect, vi } from "vitest";
import type { Call } from "@/lib/calls/calls/schema";
import { db, reader } from "@/lib/platform/db";

const PATIENCE = { timeout: 20_000, interval: 20 };

/** A workspace whose calls are read as a viewer. */
type CallReader = { space: { workspaceId: string }; read(callId: string): Promise<Call> };

/** Reads the newest call of an agent, and waits for its turns and its end. `open` is called at each use. */
export function watchCalls(open: () => CallReader) {
  /** Reads the agent's newest call. Throws without one. */
  async function callOf(agentId: string): Promise<Call> {
    const { space, read } = open();
    const row = await reader(space.workspaceId).first(
      db
        .selectFrom("calls")
        .select("id")
        .where("workspace_id", "=", space.workspaceId)
        .where("agent_id", "=", agentId)
        .orderBy("created_at", "desc")
        .limit(1),
    );
    if (row === undefined) throw new Error("There is no call.");
    return read(row.id);
  }
  return {
    callOf,
    /** Resolves with the agent's call once it is settled. */
    settled: (agentId: string) =>
      vi.waitFor(async () => {
        const call = await callOf(agentId);
        expect(call.settled_at).not.toBeNull();
        return call;
      }, PATIENCE),
    /** Resolves with the agent's turns once there are so many. */
    agentSpoke: (agentId: string, times: number) =>
      vi.waitFor(async () => {
        const turns = (await callOf(agentId)).transcript.filter(({ role }) => role === "agent");
        expect(turns.length).toBeGreaterThanOrEqual(times);
        return turns;
      }, PATIENCE),
  };
}

/** The first use of a tool in a transcript. */
export const toolTurn = (call: { transcript: readonly { role: string; tool?: unknown }[] }) =>
  call.transcript.find(({ role }) => role === "tool")?.tool;

/** The events of a recording's trace, in order. */
export const recordingEvents = (call: { recording: { trace: unknown[] } }) =>
  call.recording.trace.map((entry) => (entry as { event: string }).event);
