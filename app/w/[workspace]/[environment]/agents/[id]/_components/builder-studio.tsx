"use client";

import { Tabs } from "@mantine/core";
import { useEffect } from "react";
import { useRequested } from "@/components/use-requested";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Offers, Rights } from "./agent-form";
import { BasicsBar } from "./basics-bar";
import classes from "./builder.module.css";
import { parseTab, TABS, type TabId } from "./builder-tabs";
import { PromptSection } from "./prompt-section";
import { SaveStatus } from "./save-status";
import { TabList } from "./tab-list";
import type { SavePhase } from "./use-draft-saving";

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

const loadPanels = async () => (await import("./builder-panels")).BuilderPanels;

/** The agent's configuration: the basics above the tabs, and one tab at a time. All but the first are loaded together. */
export function BuilderStudio(props: Props) {
  const { agent, offers, rights, tab, onTab, phase, onRetry, onShowProblem } = props;
  const disabled = !rights.edit;
  const { Part: Panels, request, preload } = useRequested(loadPanels);
  const isFirst = tab === TABS[0].id;
  useEffect(() => {
    if (!isFirst) void request();
  }, [isFirst, request]);
  return (
    <div className={classes.studio}>
      <BasicsBar disabled={disabled} models={offers.models} />
      <Tabs value={tab} onChange={(value) => onTab(parseTab(value))} keepMounted={false}>
        <div className={classes.head}>
          <TabList onPreload={preload} />
          {rights.edit && <SaveStatus phase={phase} onRetry={onRetry} onShowProblem={onShowProblem} />}
        </div>
        <Tabs.Panel value="prompt">
          <PromptSection disabled={disabled} />
        </Tabs.Panel>
        {Panels !== null && <Panels agent={agent} offers={offers} rights={rights} />}
      </Tabs>
    </div>
  );
}
