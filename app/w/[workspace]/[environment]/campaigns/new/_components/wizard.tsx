"use client";

import { Box } from "@mantine/core";
import type { TablePage } from "@/components/data-table";
import type { Campaign, CampaignContact } from "@/lib/outreach/campaigns/schema";
import type { AgentChoice } from "./agent-choice";
import { CheckStep } from "./check-step";
import { ContactsStep } from "./contacts-step";
import type { Step } from "./steps";
import { StepsNav } from "./steps-nav";
import { WhenStep } from "./when-step";
import { WhoStep } from "./who-step";

type Props = {
  step: Step;
  /** Null until the first step is saved. */
  campaign: Campaign | null;
  agents: readonly AgentChoice[];
  /** Contacts of the campaign, in the step that lists them. */
  contacts: TablePage<CampaignContact> | null;
};

/** As wide as a form is read easily. */
const FORM_PX = 720;

/** The way to a campaign. Each step saves the draft before it leads on. */
export function Wizard({ step, campaign, agents, contacts }: Props) {
  const agent = agents.find(({ value }) => value === campaign?.agent_id) ?? null;
  return (
    <>
      <StepsNav step={step} id={campaign?.id ?? null} />
      <Box maw={FORM_PX}>
        {campaign === null || step === "who" ? (
          <WhoStep campaign={campaign} agents={agents} />
        ) : step === "when" ? (
          <WhenStep campaign={campaign} />
        ) : step === "contacts" ? (
          <ContactsStep
            campaign={campaign}
            variables={agent?.variables ?? []}
            page={contacts ?? { data: [], next_cursor: null }}
          />
        ) : (
          <CheckStep campaign={campaign} agent={agent} />
        )}
      </Box>
    </>
  );
}
