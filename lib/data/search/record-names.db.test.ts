import { afterAll, expect, test } from "vitest";
import { archiveAgent } from "@/lib/agents/agents";
import { createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { createContact, deleteContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { createWebhook } from "@/lib/data/webhooks";
import { CreateWebhook } from "@/lib/data/webhooks/schema";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { listRecordNames } from ".";

afterAll(closeHub);

test("names agents, campaigns and contacts of the workspace and the environment, and no deleted ones", async () => {
  const fixture = await createCallFixture();
  const viewer = fixture.space.ctx("viewer");
  const agentId = await fixture.agent({ name: "Claim intake" });
  const contact = (phone: string, name?: string) =>
    createContact(fixture.ctx, CreateContact.parse({ phone, ...(name !== undefined && { name }) }));
  const named = await contact("+12125550142", "Nora Ortiz");
  const unnamed = await contact("+12125550143");
  const removed = await contact("+12125550144", "Gone");
  await deleteContact(fixture.space.ctx(), removed.id);
  const campaign = await createCampaign(
    fixture.ctx,
    CreateCampaign.parse({ name: "Winter recalls", agent_id: agentId }),
  );
  const webhook = await createWebhook(
    fixture.space.ctx(),
    CreateWebhook.parse({ url: "https://93.184.216.34/secret-path", events: ["*"] }),
  );
  const ids = [
    webhook.id,
    agentId,
    named.id,
    unnamed.id,
    removed.id,
    campaign.id,
    newId("agt"),
    "mem_1",
    "other.example",
  ];
  const namesOf = async (ctx: typeof viewer) =>
    Object.fromEntries((await listRecordNames(ctx, ids)).data.map(({ id, name }) => [id, name]));
  expect(await namesOf(viewer)).toEqual({
    [agentId]: "Claim intake",
    [named.id]: "Nora Ortiz",
    [unnamed.id]: "+12125550143",
    [campaign.id]: "Winter recalls",
    [webhook.id]: "93.184.216.34",
  });
  expect(await namesOf(fixture.space.ctx("viewer", "test"))).toEqual({ [agentId]: "Claim intake" });
  expect(await namesOf((await makeWorkspace()).ctx())).toEqual({});
  await archiveAgent(fixture.space.ctx(), agentId);
  expect(await namesOf(viewer)).toMatchObject({ [agentId]: "Claim intake" });
});
