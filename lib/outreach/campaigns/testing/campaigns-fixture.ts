import pg from "pg";
import { tickCall } from "@/lib/calls/calls";
import { type CarrierFor, followAttempt, placeAttempts } from "@/lib/outreach/dialing";
import { createDialingFixture } from "@/lib/outreach/dialing/testing/dialing-fixture";
import { sendText } from "@/lib/outreach/texting";
import type { Environment } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { db, directUrl } from "@/lib/platform/db";
import {
  createCampaign,
  launchCampaign,
  listCampaignContacts,
  readCampaign,
  recordOutcome,
  stepCampaign,
} from "..";
import { type Campaign, CreateCampaign, ListCampaignContacts } from "../schema";

/** A job's payload in the queue. */
type Payload = {
  campaignId?: string;
  key?: string;
  keys?: readonly string[];
  callId?: string;
  callbackId?: string;
  textId?: string;
};
type Job = { task: string; payload: Payload };
type JobHandlers = Record<string, (payload: Payload) => Promise<unknown>>;

let numbers = 0;
/** A contact in New York with consent for calls and texts, under a unique number. */
export const newContact = (extra: object = {}) => ({
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
export const newContacts = (count: number, extra: object = {}) =>
  Array.from({ length: count }, () => newContact(extra));

async function asOwner<T>(runJobs: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl() });
  await client.connect();
  try {
    return await runJobs(client);
  } finally {
    await client.end();
  }
}

/** Removes the due jobs of a workspace from the queue. */
const takeDueJobs = (workspaceId: string, now: string): Promise<Job[]> =>
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
/** Whether a job is due within `SOON_MS`. */
const isJobDueSoon = (workspaceId: string, now: string): Promise<boolean> =>
  asOwner(async (client) => {
    const soon = new Date(Date.parse(now) + SOON_MS).toISOString();
    const { rowCount } = await client.query(
      "select from graphile_worker._private_jobs where payload ->> 'workspaceId' = $1 and run_at <= $2 limit 1",
      [workspaceId, soon],
    );
    return rowCount !== 0;
  });

/** When the next step of a campaign is due. */
export const nextStepAt = (id: string): Promise<string | undefined> =>
  asOwner(async (client) => {
    const { rows } = await client.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where key = $1",
      [`campaign:${id}`],
    );
    return rows[0]?.run_at.toISOString();
  });

/** A fixture with campaigns over a fake carrier, at ten on a Monday morning in New York. */
export async function createCampaignFixture() {
  const dialing = await createDialingFixture();
  const { ctx, line: fakeCarrier } = dialing;
  const { workspaceId } = dialing.space;
  const clock = { now: () => new Date(dialing.now()) };
  /** A job's context. It names no environment. */
  const job = (name: string) => systemCtx(workspaceId, name, { clock });
  const jobHandlers = (carrierFor: CarrierFor): JobHandlers => ({
    "campaign.step": ({ campaignId = "" }) => stepCampaign(job("campaign.step"), campaignId, carrierFor),
    "campaign.result": ({ key = "" }) => recordOutcome(job("campaign.result"), key),
    "attempts.place": ({ keys = [] }) => placeAttempts(job("attempts.place"), keys, carrierFor),
    "attempt.follow": ({ callId = "" }) => followAttempt(job("attempt.follow"), callId, carrierFor),
    "text.send": ({ textId = "" }) => sendText(job("text.send"), textId, carrierFor),
    "call.tick": ({ callId = "" }) => tickCall({ ...job("call.tick"), environment: "test" }, callId),
  });
  return {
    ...dialing,
    job,
    step: (id: string) => stepCampaign(job("campaign.step"), id, fakeCarrier.carrierFor),
    async campaign(
      agentId: string,
      extra: object = {},
      environment: Environment = "test",
    ): Promise<Campaign> {
      const input = { name: "Reminders", agent_id: agentId, calls_per_second: 100, ...extra };
      return createCampaign(dialing.space.ctx("builder", environment), CreateCampaign.parse(input));
    },
    launch: (id: string) => launchCampaign(ctx, id, fakeCarrier.carrierFor),
    campaignOf: (id: string) => readCampaign(ctx, id),
    contactsOf: async (id: string) =>
      (await listCampaignContacts(ctx, id, ListCampaignContacts.parse({ limit: 100 }))).data,
    attemptsOf: (id: string) =>
      dialing.rows.all(
        db
          .selectFrom("attempts")
          .select(["key", "state", "result", "call_id", "contact_id", "scheduled_at"])
          .where("campaign_id", "=", id)
          .orderBy("key"),
      ),
    /** Drops every job of the workspace, as if they had permanently failed. */
    loseJobs: () => takeDueJobs(workspaceId, "9999-01-01T00:00:00.000Z"),
    /** Runs the due jobs and those that they enqueue. With `twice` each runs twice concurrently. */
    async runJobs({
      twice = false,
      carrierFor = fakeCarrier.carrierFor,
      extraHandlers = {},
    }: {
      twice?: boolean;
      carrierFor?: CarrierFor;
      extraHandlers?: JobHandlers;
    } = {}) {
      const handlers = { ...jobHandlers(carrierFor), ...extraHandlers };
      for (;;) {
        const jobs = await takeDueJobs(workspaceId, dialing.now());
        if (jobs.length === 0 && !(await isJobDueSoon(workspaceId, dialing.now()))) return;
        // The attempts of one step are some milliseconds apart.
        if (jobs.length === 0) dialing.advanceClock(SOON_MS / 1_000);
        await Promise.all(
          jobs.flatMap(({ task, payload }) => {
            const handler = handlers[task];
            if (handler === undefined) throw new Error(`There is no handler for ${task}.`);
            return twice ? [handler(payload), handler(payload)] : [handler(payload)];
          }),
        );
      }
    },
  };
}
export type CampaignFixture = Awaited<ReturnType<typeof createCampaignFixture>>;
