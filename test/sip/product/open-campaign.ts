import { createJobHandlers } from "@/bin/worker/job-handlers";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createCampaign, launchCampaign, listCampaignContacts, readCampaign } from "@/lib/outreach/campaigns";
import { type CampaignContact, CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";
import { startCall } from "@/lib/outreach/dialing";
import { db } from "@/lib/platform/db";
import { handlersOfLane, LANES } from "@/lib/platform/jobs/lanes";
import { runJobs } from "@/lib/platform/jobs/run";
import { noonZone, type Product } from "./product";

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Connects a trunk with an account at a carrier, and runs a campaign over it. Ends with the process. */
export async function openCampaign(
  { owner, number, waitUntil, workspaceId, onClose }: Product,
  port: number,
  phones: readonly string[],
) {
  const account = { username: "parley", password: "secret", sources: ["127.0.0.1"], calls_per_second: 10 };
  const credential = { kind: "sip", server: `127.0.0.1:${port}`, ...account };
  const trunk = await createIntegration(owner, CreateIntegration.parse({ name: "Carrier", credential }));
  const agent = await createAgent(
    owner,
    CreateAgent.parse({
      name: "Ann",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "You remind people of appointments.",
      greeting: "Hello, this is the practice. Do you come to your appointment tomorrow?",
      variables: [{ name: "comes", type: "boolean", description: "whether the person comes tomorrow" }],
    }),
  );
  await deployAgent(owner, agent.id);
  await createPhoneNumber(
    owner,
    CreatePhoneNumber.parse({ number, integration_id: trunk.id, agent_id: agent.id }),
  );
  const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
  const campaign = await createCampaign(
    owner,
    CreateCampaign.parse({
      name: "Reminders",
      agent_id: agent.id,
      contacts: phones.map((phone) => ({ phone, timezone: noonZone(), consents })),
      window: { days: DAYS, timezone: "callee" },
      max_concurrent_calls: 5,
      calls_per_second: 5,
      attempts: { max: 2, retry_after_minutes: 1, on: ["busy"] },
    }),
  );
  const handlers = createJobHandlers(carrierFor);
  const lanes = Object.keys(LANES) as (keyof typeof LANES)[];
  const runners = lanes.map((lane) => runJobs(handlersOfLane(handlers, lane), {}, LANES[lane]));
  onClose(() => Promise.all(runners.map((runner) => runner.stop())));
  await launchCampaign(owner, campaign.id, carrierFor);

  async function readContact(phone: string): Promise<CampaignContact> {
    const { data } = await listCampaignContacts(owner, campaign.id, { limit: phones.length });
    const contact = data.find((entry) => entry.phone === phone);
    if (contact === undefined) throw new Error("The campaign has no such contact.");
    return contact;
  }
  return {
    readContact,
    /** Waits until the campaign and the evaluation of its calls have ended. */
    async waitUntilCompleted(): Promise<void> {
      await waitUntil(
        async () => (await readCampaign(owner, campaign.id)).status === "completed",
        "the campaign is completed",
      );
      for (const phone of phones)
        await waitUntil(async () => (await readContact(phone)).outcome !== null, "a contact has an outcome");
    },
    /** Tries to call a contact outside the campaign. Returns the status of the call and its reasons. */
    async tryCall(phone: string) {
      const { contact_id: contactId } = await readContact(phone);
      const input = { agent_id: agent.id, channel: "phone", contact_id: contactId };
      const { status, reasons } = await startCall(owner, CreateCall.parse(input), carrierFor);
      return { status, codes: reasons.map(({ code }) => code) };
    },
    /** Counts the calls that gateways have placed. */
    async countPlacements(): Promise<number> {
      const query = db
        .selectFrom("sip_placements")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("state", "=", "ended");
      return (await owner.db.first(query))?.count ?? 0;
    },
  };
}
