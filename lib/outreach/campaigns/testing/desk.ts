import pg from "pg";
import { tickCall } from "@/lib/calls/calls";
import { type CarrierFor, followAttempt, placeAttempts } from "@/lib/outreach/dialing";
import { openDialing } from "@/lib/outreach/dialing/testing/desk";
import { sendText } from "@/lib/outreach/texting";
import type { Environment } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { databaseUrl, db } from "@/lib/platform/db";
import {
  campaignResult,
  createCampaign,
  launchCampaign,
  listCampaignContacts,
  readCampaign,
  stepCampaign,
} from "..";
import { type Campaign, CreateCampaign, ListCampaignContacts } from "../schema";

/** A job as the queue holds it. */
type Payload = {
  campaignId?: string;
  key?: string;
  keys?: readonly string[];
  callId?: string;
  callbackId?: string;
  textId?: string;
};
type Job = { task: string; payload: Payload };
type Verbs = Record<string, (payload: Payload) => Promise<unknown>>;

let numbers = 0;
/** Somebody in New York who allows calls and texts, under a number of their own. */
export const somebody = (extra: object = {}) => ({
  phone: `+1212${2_000_000 + numbers++}`,
  timezone: "America/New_York",
  consents: (["call", "text"] as const).map((channel) => ({
    purpose: "informational",
    channel,
    granted: true,
    source: "a form",
  })),
  ...extra,
});
export const people = (count: number, extra: object = {}) =>
  Array.from({ length: count }, () => somebody(extra));

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Takes the jobs of a workspace that are due off the queue. */
const takeDue = (workspaceId: string, now: string): Promise<Job[]> =>
  asOwner(async (client) => {
    const { rows } = await client.query<Job>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and j.payload ->> 'workspaceId' = $1 and j.run_at <= $2
       returning t.identifier as task, j.payload`,
      [workspaceId, now],
    );
    return rows;
  });

const SOON_MS = 100;
/** Whether a job is due in a moment. */
const isSoon = (workspaceId: string, now: string): Promise<boolean> =>
  asOwner(async (client) => {
    const soon = new Date(Date.parse(now) + SOON_MS).toISOString();
    const { rowCount } = await client.query(
      "select from graphile_worker._private_jobs where payload ->> 'workspaceId' = $1 and run_at <= $2 limit 1",
      [workspaceId, soon],
    );
    return rowCount !== 0;
  });

/** When a campaign's next step is due. */
export const nextStep = (id: string): Promise<string | undefined> =>
  asOwner(async (client) => {
    const { rows } = await client.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where key = $1",
      [`campaign:${id}`],
    );
    return rows[0]?.run_at.toISOString();
  });

/** A desk whose campaigns reach people over a stand-in's line at ten on a Monday morning in New York. */
export async function openCampaigns() {
  const desk = await openDialing();
  const { ctx, line } = desk;
  const { workspaceId } = desk.space;
  const clock = { now: () => new Date(desk.now()) };
  /** A job's context: of no environment that it knows. */
  const job = (name: string) => systemCtx(workspaceId, name, { clock });
  const verbs = (carrierFor: CarrierFor): Verbs => ({
    "campaign.step": ({ campaignId = "" }) => stepCampaign(job("campaign.step"), campaignId, carrierFor),
    "campaign.result": ({ key = "" }) => campaignResult(job("campaign.result"), key),
    "attempts.place": ({ keys = [] }) => placeAttempts(job("attempts.place"), keys, carrierFor),
    "attempt.follow": ({ callId = "" }) => followAttempt(job("attempt.follow"), callId, carrierFor),
    "text.send": ({ textId = "" }) => sendText(job("text.send"), textId, carrierFor),
    "call.tick": ({ callId = "" }) => tickCall({ ...job("call.tick"), environment: "test" }, callId),
  });
  return {
    ...desk,
    job,
    step: (id: string) => stepCampaign(job("campaign.step"), id, line.carrierFor),
    async campaign(
      agentId: string,
      extra: object = {},
      environment: Environment = "test",
    ): Promise<Campaign> {
      const input = { name: "Reminders", agent_id: agentId, calls_per_second: 100, ...extra };
      return createCampaign(desk.space.ctx("builder", environment), CreateCampaign.parse(input));
    },
    launch: (id: string) => launchCampaign(ctx, id, line.carrierFor),
    campaignOf: (id: string) => readCampaign(ctx, id),
    contactsOf: async (id: string) =>
      (await listCampaignContacts(ctx, id, ListCampaignContacts.parse({ limit: 100 }))).data,
    attemptsOf: (id: string) =>
      desk.rows.all(
        db
          .selectFrom("attempts")
          .select(["key", "state", "result", "call_id", "contact_id", "scheduled_at"])
          .where("campaign_id", "=", id)
          .orderBy("key"),
      ),
    /** The queue gives every job of the workspace up. */
    loseJobs: () => takeDue(workspaceId, "9999-01-01T00:00:00.000Z"),
    /** Does the jobs that are due, and those that they lead to; with `twice` each runs twice at once. */
    async work({
      twice = false,
      carrierFor = line.carrierFor,
      more = {},
    }: {
      twice?: boolean;
      carrierFor?: CarrierFor;
      more?: Verbs;
    } = {}) {
      const known = { ...verbs(carrierFor), ...more };
      for (;;) {
        const jobs = await takeDue(workspaceId, desk.now());
        if (jobs.length === 0 && !(await isSoon(workspaceId, desk.now()))) return;
        // Attempts of one step lie some milliseconds apart.
        if (jobs.length === 0) desk.wait(SOON_MS / 1_000);
        await Promise.all(
          jobs.flatMap(({ task, payload }) => {
            const verb = known[task];
            if (verb === undefined) throw new Error(`Nobody does ${task}.`);
            return twice ? [verb(payload), verb(payload)] : [verb(payload)];
          }),
        );
      }
    },
  };
}
export type Campaigns = Awaited<ReturnType<typeof openCampaigns>>;
