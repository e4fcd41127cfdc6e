"use client";

import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import type { AgentVersionState } from "./version-state";

/** Copies the configuration of a version into the draft. */
export function RestoreDraft({ agent, version }: { agent: AgentVersionState; version: number }) {
  const t = useTranslations("agents.restore");
  const { run } = useAction();
  const { id, revision } = agent;
  const replaces = agent.has_unpublished_changes;
  const values = { version: String(version) };
  const restore = async () => {
    const { config } = await api.get("/v1/agents/:id/versions/:version", {
      params: { id, version: String(version) },
    });
    return api.patch("/v1/agents/:id", { params: { id }, body: config, ifMatch: revision });
  };
  return (
    <ConfirmButton
      size="compact-sm"
      title={t("title", values)}
      message={replaces ? t("descriptionReplace") : t("description")}
      confirm={replaces ? t("confirmReplace") : t("confirm")}
      aria-label={t("label", values)}
      onConfirm={() => run(restore, { done: t("done", values) })}
    >
      {t("action")}
    </ConfirmButton>
  );
}
