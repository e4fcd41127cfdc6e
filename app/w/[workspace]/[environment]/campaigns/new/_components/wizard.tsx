"use client";

import { Box } from "@mantine/core";
import type { TablePage } from "@/components/data-table";
import type { TrunkChoice } from "@/components/trunk-order-input";
import type { Campaign, CampaignContact } from "@/lib/outreach/campaigns/schema";
import type { CarrierGap } from "../../_components/carrier-gap";
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
  /** The agent that a new campaign starts with. */
  agentId: string | null;
  /** Contacts of the campaign, in the step that lists them. */
  contacts: TablePage<CampaignContact> | null;
  /** Whether the workspace has contacts to choose from. */
  hasContacts: boolean;
  /** Live SIP trunks to choose from, in the step that asks for them. */
  trunks: readonly TrunkChoice[];
  /** The missing part of the carrier, if the step checks it. */
  carrierGap: CarrierGap | null;
};

/** A width at which forms are easy to read. */
const FORM_PX = 720;

/** The steps of a new campaign. Each step saves the draft before the next one. */
export function Wizard({
  step,
  campaign,
  agents,
  agentId,
  contacts,
  hasContacts,
  trunks,
  carrierGap,
}: Props) {
  const agent = agents.find(({ value }) => value === campaign?.agent_id) ?? null;
  return (
    <>
      <StepsNav step={step} id={campaign?.id ?? null} />
      <Box maw={FORM_PX}>
        {campaign === null || step === "who" ? (
          <WhoStep campaign={campaign} agents={agents} agentId={agentId} />
        ) : step === "when" ? (
          <WhenStep campaign={campaign} trunks={trunks} />
        ) : step === "contacts" ? (
          <ContactsStep
            campaign={campaign}
            variables={agent?.variables ?? []}
            hasContacts={hasContacts}
            page={contacts ?? { data: [], next_cursor: null }}
          />
        ) : (
          <CheckStep campaign={campaign} agent={agent} carrierGap={carrierGap} />
        )}
      </Box>
    </>
  );
}
