"use client";

import { Box } from "@mantine/core";
import { useNeeded } from "@/components/use-needed";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import type { AgentChoice } from "./agent-choice";
import type { StepData } from "./step-data";
import type { Step } from "./steps";
import { StepsNav } from "./steps-nav";
import { WhoStep } from "./who-step";

type Props = StepData & {
  step: Step;
  /** Null until the first step is saved. */
  campaign: Campaign | null;
  agents: readonly AgentChoice[];
  /** The agent that a new campaign starts with. */
  agentId: string | null;
};

/** The steps after the first one, in one file. */
const loadLaterSteps = async () => (await import("./later-steps")).LaterSteps;

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
  // The first step needs them when it is saved.
  const LaterSteps = useNeeded(loadLaterSteps, true);
  const key = `${campaign?.id} ${step}`;
  return (
    <>
      <StepsNav step={step} id={campaign?.id ?? null} />
      <Box maw={FORM_PX}>
        {campaign === null || step === "who" ? (
          <WhoStep key={key} campaign={campaign} agents={agents} agentId={agentId} />
        ) : (
          LaterSteps !== null && (
            <LaterSteps
              key={key}
              step={step}
              campaign={campaign}
              agent={agent}
              contacts={contacts}
              hasContacts={hasContacts}
              trunks={trunks}
              carrierGap={carrierGap}
            />
          )
        )}
      </Box>
    </>
  );
}
