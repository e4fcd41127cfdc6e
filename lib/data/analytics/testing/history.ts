import { sql } from "kysely";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** Rows of calls as the product stores them, generated from a number. */

const pick = <T>(from: readonly [T, ...T[]], n: number): T => from[n % from.length] ?? from[0];
const STATUSES = [
  ...(["completed", "completed", "completed", "failed", "voicemail", "no_answer"] as const),
  ...(["busy", "canceled", "blocked"] as const),
] as unknown as readonly [string, ...string[]];
const ENDS: readonly [string, ...string[]] = ["agent_ended", "transferred", "caller_hung_up", "opted_out"];
const TAGS: readonly [string, ...string[]] = ["booked", "not_booked"];
const STATES: readonly [string, ...string[]] = ["recorded", "suppressed", "disabled", "expired"];
const CHANNELS: readonly [string, ...string[]] = ["phone", "chat", "sms", "web"];

/** The reason with which an unanswered call ends. */
const END_OF: Readonly<Record<string, string>> = {
  voicemail: "voicemail_reached",
  blocked: "policy_blocked",
};

/** The workspace, agents, campaign and time of a generated history. */
export type HistorySetting = {
  workspaceId: string;
  campaignId: string;
  agents: readonly [string, ...string[]];
  startMs: number;
  spanMs: number;
};

/** A call that is queued or in progress, which is not counted yet. */
export function startedCall({ workspaceId, campaignId, agents, startMs, spanMs }: HistorySetting, n: number) {
  const at = new Date(startMs + ((n * 7_919_317) % spanMs));
  const id = newId("call", at.getTime());
  return {
    id,
    workspace_id: workspaceId,
    environment: n % 5 === 0 ? "test" : "live",
    agent_id: pick(agents, n),
    agent_version: 1,
    campaign_id: n % 3 === 0 ? campaignId : null,
    channel: pick(CHANNELS, n),
    direction: n % 2 === 0 ? "inbound" : "outbound",
    status: n % 4 === 0 ? "queued" : "in_progress",
    subject_id: id,
    created_at: at.toISOString(),
  };
}

const answered = (status: string): boolean => status === "completed" || status === "failed";

const reason = (code: string) => ({ code, message: `Blocked: ${code}.` });

/** Changes when it ends. */
export function endedFields(n: number) {
  const status = pick(STATUSES, n);
  const spoke = answered(status);
  return {
    status,
    end_reason: spoke ? pick(ENDS, n) : (END_OF[status] ?? status),
    answered_at: spoke ? sql<string>`created_at` : null,
    ended_at: sql<string>`created_at`,
    duration_ms: spoke ? (n * 7_331) % 400_000 : 0,
    reasons: json(
      status === "blocked" ? [reason("no_consent"), reason(pick(["suppressed", "capacity"], n))] : [],
    ),
    recording: json(n % 6 === 0 ? {} : { state: pick(STATES, n) }),
  };
}

/** Changes when it settles. */
export function settledFields(n: number) {
  return {
    outcome_tag: pick(TAGS, n),
    outcome_successful: n % 2 === 0,
    settled_at: sql<string>`created_at`,
    turn_latencies: Array.from({ length: n % 5 }, (_, k) => 300 + ((n * 97 + k * 311) % 2_500)),
    caller_turns: n % 4,
    agent_turns: n % 5,
    providers: [n % 2 === 0 ? "model:builtin" : "model:openai-compatible", "voice:eleven", "voice:builtin"],
    // If a provider failed, the use of each is stored.
    provider_ms: n % 3 === 0 ? [n * 11, n * 7, n * 4] : [],
    provider_turns: n % 3 === 0 ? [n % 5, n % 2, n % 3] : [],
  };
}

const change = (workspaceId: string, id: string, to: object) =>
  writeUnaudited(
    { workspaceId },
    { run: [db.updateTable("calls").set(to).where("workspace_id", "=", workspaceId).where("id", "=", id)] },
  );

/** Inserts a campaign of the agent, to which calls of a history belong. Returns its ID. */
export async function insertCampaign(workspaceId: string, agentId: string): Promise<string> {
  const id = newId("cmp");
  const now = new Date().toISOString();
  const row = {
    id,
    workspace_id: workspaceId,
    environment: "live",
    name: "Reminders",
    agent_id: agentId,
    channel: "phone",
    purpose: "informational",
    window: json({ days: ["mon"], start: "09:00", end: "18:00", timezone: "callee" }),
    max_concurrent_calls: 1,
    calls_per_second: 1,
    attempts: json({ max: 1, retry_after_minutes: 1, on: [] }),
    created_by: "test",
    created_at: now,
    updated_at: now,
  };
  await writeUnaudited({ workspaceId }, { run: [db.insertInto("campaigns").values(row)] });
  return id;
}

/** A history of calls, as steps that can run in any order. */
export function historyOf(place: HistorySetting) {
  const { workspaceId } = place;
  const ids: string[] = [];
  const callId = (n: number): string | undefined => ids[n % Math.max(1, ids.length)];
  const on = async (n: number, to: object): Promise<void> => {
    const id = callId(n);
    if (id !== undefined) await change(workspaceId, id, to);
  };
  return {
    ids,
    async begin(n: number): Promise<void> {
      const row = startedCall(place, n);
      await writeUnaudited({ workspaceId }, { run: [db.insertInto("calls").values(row)] });
      ids.push(row.id);
    },
    end: (n: number) => on(n, endedFields(n)),
    settle: (n: number) => on(n, settledFields(n)),
    late: (n: number) => on(n, { recording: json({ state: "expired" }), outcome_tag: pick(TAGS, n + 1) }),
    erase: (n: number) =>
      on(n, { status: "failed", outcome_tag: "failed", erased_at: new Date().toISOString() }),
    async remove(n: number): Promise<void> {
      const id = callId(n);
      if (id === undefined) return;
      ids.splice(ids.indexOf(id), 1);
      await writeUnaudited(
        { workspaceId },
        { run: [db.deleteFrom("calls").where("workspace_id", "=", workspaceId).where("id", "=", id)] },
      );
    },
  };
}
