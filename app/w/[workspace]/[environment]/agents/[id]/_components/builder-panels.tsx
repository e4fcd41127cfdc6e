"use client";

import { Tabs } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Agent } from "@/lib/agents/agents/schema";
import { CallsMessages } from "@/messages/areas/calls";
import type { Offers, Rights } from "./agent-form";
import { AnsweringMachineSection } from "./answering-machine-section";
import { OutcomesSection } from "./outcomes-section";
import { DisclosureSection, LimitsSection, RecordingSection } from "./policy-sections";
import { ToolsSection } from "./tools-section";
import { VariablesSection } from "./variables-section";
import { VoiceSection } from "./voice-section";

type Props = { agent: Agent; offers: Offers; rights: Rights };

/** The panels of all tabs but the first. */
export function BuilderPanels({ agent, offers, rights }: Props) {
  const t = useTranslations("agents.builder");
  const disabled = !rights.edit;
  const guardsLive = agent.live_version !== null && !rights.admin;
  return (
    // The texts of the recording's settings, which the first tab does not need.
    <CallsMessages>
      <Tabs.Panel value="data">
        <VariablesSection disabled={disabled} canMarkLive={rights.admin} />
        <OutcomesSection disabled={disabled} />
      </Tabs.Panel>
      <Tabs.Panel value="tools">
        <ToolsSection disabled={disabled} tools={offers.tools} />
      </Tabs.Panel>
      <Tabs.Panel value="voice">
        <VoiceSection disabled={disabled} voices={offers.voices} transcribers={offers.transcribers} />
      </Tabs.Panel>
      <Tabs.Panel value="privacy">
        <RecordingSection disabled={disabled} locked={guardsLive ? t("locked") : null} />
        <DisclosureSection disabled={disabled} isLocked={agent.disclosure.enabled && !rights.admin} />
      </Tabs.Panel>
      <Tabs.Panel value="limits">
        <AnsweringMachineSection disabled={disabled} />
        <LimitsSection disabled={disabled} />
      </Tabs.Panel>
    </CallsMessages>
  );
}
