"use client";

import { Tabs } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Offers, Rights } from "./agent-form";
import { AnsweringMachineSection } from "./answering-machine-section";
import { BasicsBar } from "./basics-bar";
import classes from "./builder.module.css";
import { parseTab, type TabId } from "./builder-tabs";
import { OutcomesSection } from "./outcomes-section";
import { DisclosureSection, LimitsSection, RecordingSection } from "./policy-sections";
import { PromptSection } from "./prompt-section";
import { SaveStatus } from "./save-status";
import { TabList } from "./tab-list";
import { ToolsSection } from "./tools-section";
import type { SavePhase } from "./use-draft-saving";
import { VariablesSection } from "./variables-section";
import { VoiceSection } from "./voice-section";

type Props = {
  agent: Agent;
  offers: Offers;
  rights: Rights;
  tab: TabId;
  onTab: (tab: TabId) => void;
  phase: SavePhase;
  onRetry: () => void;
  onShowProblem: () => void;
};

/** The agent's configuration: the basics above the tabs, and one tab at a time. */
export function BuilderStudio(props: Props) {
  const { agent, offers, rights, tab, onTab, phase, onRetry, onShowProblem } = props;
  const t = useTranslations("agents.builder");
  const disabled = !rights.edit;
  const guardsLive = agent.live_version !== null && !rights.admin;
  return (
    <div className={classes.studio}>
      <BasicsBar disabled={disabled} models={offers.models} />
      <Tabs value={tab} onChange={(value) => onTab(parseTab(value))} keepMounted={false}>
        <div className={classes.head}>
          <TabList />
          {rights.edit && <SaveStatus phase={phase} onRetry={onRetry} onShowProblem={onShowProblem} />}
        </div>
        <Tabs.Panel value="prompt">
          <PromptSection disabled={disabled} />
        </Tabs.Panel>
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
      </Tabs>
    </div>
  );
}
