"use client";

import type { Campaign } from "@/lib/outreach/campaigns/schema";
import type { AgentChoice } from "./agent-choice";
import { CheckStep } from "./check-step";
import { ContactsStep } from "./contacts-step";
import type { StepData } from "./step-data";
import type { Step } from "./steps";
import { WhenStep } from "./when-step";

type Props = StepData & {
  step: Exclude<Step, "who">;
  campaign: Campaign;
  agent: AgentChoice | null;
};

/** A step of a new campaign after the first one. */
export function LaterSteps({ step, campaign, agent, contacts, hasContacts, trunks, carrierGap }: Props) {
  if (step === "when") return <WhenStep campaign={campaign} trunks={trunks} />;
  if (step === "check") return <CheckStep campaign={campaign} agent={agent} carrierGap={carrierGap} />;
  return (
    <ContactsStep
      campaign={campaign}
      variables={agent?.variables ?? []}
      hasContacts={hasContacts}
      page={contacts ?? { data: [], next_cursor: null }}
    />
  );
}
