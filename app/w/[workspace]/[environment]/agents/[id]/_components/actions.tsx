"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { LinkButton } from "@/components/link-button";
import { saveFile } from "@/components/save-file";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Agent } from "@/lib/agents/agents/schema";
import { configOf, type Rights } from "./agent-form";
import { useDeploy } from "./use-deploy";

type Props = {
  agent: Agent;
  rights: Rights;
  dirty: boolean;
  /** Returns null if it failed. */
  save: () => Promise<Agent | null>;
  /** Shows the agent as deployed, or as another member has changed it. */
  onChanged: (agent: Agent) => void;
};

const download = (agent: Agent): void =>
  saveFile(`${agent.id}.json`, "application/json", JSON.stringify(configOf(agent), null, 2));

/** Actions on an agent as a whole. */
export function Actions({ agent, rights, dirty, save, onChanged }: Props) {
  const t = useTranslations("agents.actions");
  const tDeploy = useTranslations("agents.deploy");
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const { deploy, dialogs, ...deploying } = useDeploy(agent.id, {
    onLoad: onChanged,
    hrefOf: (section) => `#${section}`,
    advice: tDeploy("fixDraft"),
  });
  const versions = `/agents/${agent.id}/versions`;

  async function saveAndDeploy(): Promise<void> {
    const reviewed = dirty ? await save() : agent;
    if (reviewed === null) return;
    const live = await deploy({ revision: reviewed.revision });
    if (live !== null) onChanged(live);
  }
  async function duplicate(): Promise<void> {
    const result = await run(() => api.post("/v1/agents/:id/duplicate", { params: { id: agent.id } }), {
      refresh: false,
    });
    if (result.ok) router.push(`/agents/${result.data.id}`);
  }

  return (
    <>
      <LinkButton variant="default" href={versions}>
        {t("versions")}
      </LinkButton>
      <Button variant="default" onClick={() => download(agent)}>
        {t("export")}
      </Button>
      {rights.duplicate && (
        <Button variant="default" onClick={duplicate} disabled={dirty || busy}>
          {t("duplicate")}
        </Button>
      )}
      {rights.archive && (
        <ConfirmButton
          title={t("archiveTitle", { name: agent.name })}
          message={t("archiveHelp")}
          confirm={t("archiveConfirm")}
          onConfirm={async () => {
            const result = await run(() => api.delete("/v1/agents/:id", { params: { id: agent.id } }), {
              done: t("archived"),
              refresh: false,
            });
            if (result.ok) router.push("/agents");
          }}
        >
          {t("archive")}
        </ConfirmButton>
      )}
      {agent.live_version !== null && agent.has_unpublished_changes && (
        <LinkButton variant="default" href={`${versions}?from=${agent.live_version}&to=draft#compare`}>
          {t("review")}
        </LinkButton>
      )}
      {rights.deploy && (
        <Button
          onClick={saveAndDeploy}
          loading={busy || deploying.busy}
          disabled={!dirty && !agent.has_unpublished_changes}
        >
          {dirty ? t("saveAndDeploy") : t("deploy")}
        </Button>
      )}
      {dialogs}
    </>
  );
}
