"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Rights } from "./agent-form";
import { useDeploy } from "./deploy/use-deploy";
import { MoreMenu } from "./more-menu";

type Props = {
  agent: Agent;
  rights: Rights;
  dirty: boolean;
  /** Returns null if it failed. */
  save: () => Promise<Agent | null>;
  /** Shows the agent as deployed, or as another member has changed it. */
  onChanged: (agent: Agent) => void;
  /** Shows the test panel with the live version. */
  onTest: () => void;
};

/** Actions on an agent as a whole. */
export function Actions({ agent, rights, dirty, save, onChanged, onTest }: Props) {
  const t = useTranslations("agents.actions");
  const { busy, review, preload, dialog } = useDeploy(agent, {
    onLoad: onChanged,
    onDeployed: onChanged,
    ...(rights.test && { onTest }),
    hrefOf: (section) => `#${section}`,
  });

  async function saveAndReview(): Promise<void> {
    const saved = dirty ? await save() : agent;
    if (saved === null) return;
    await review({ revision: saved.revision });
  }

  return (
    <>
      {rights.deploy && (
        <Button
          onClick={saveAndReview}
          onPointerEnter={preload}
          onFocus={preload}
          loading={busy}
          disabled={!dirty && !agent.has_unpublished_changes}
        >
          {t("deploy")}
        </Button>
      )}
      <MoreMenu agent={agent} rights={rights} dirty={dirty} />
      {dialog}
    </>
  );
}
