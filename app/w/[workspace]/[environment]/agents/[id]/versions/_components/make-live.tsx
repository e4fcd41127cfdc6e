"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/confirm-button";
import { say } from "@/components/use-action";
import { useDeploy } from "../../_components/use-deploy";
import type { AgentVersionState } from "./version-state";

/** Makes an earlier or a later version live. */
export function MakeLive({ agent, version }: { agent: AgentVersionState; version: number }) {
  const t = useTranslations("agents.rollback");
  const tDeploy = useTranslations("agents.deploy");
  const values = { version: String(version) };
  const { deploy, dialogs } = useDeploy(agent.id, {
    advice: tDeploy("fixVersion", values),
  });
  return (
    <>
      <ConfirmButton
        size="compact-sm"
        title={t("title", values)}
        message={
          agent.live_version === null
            ? t("description", values)
            : t("descriptionReplace", { ...values, live: String(agent.live_version) })
        }
        confirm={t("action", values)}
        onConfirm={async () => {
          if ((await deploy({ version })) !== null) say(t("done", values));
        }}
      >
        {t("action", values)}
      </ConfirmButton>
      {dialogs}
    </>
  );
}
