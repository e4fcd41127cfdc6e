"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useDeploy } from "../../_components/deploy/use-deploy";
import type { AgentVersionState } from "./version-state";

/** Makes an earlier or a later version live. */
export function MakeLive({ agent, version }: { agent: AgentVersionState; version: number }) {
  const t = useTranslations("agents.rollback");
  const { busy, review, dialog } = useDeploy(agent, {});
  return (
    <>
      <Button variant="default" size="compact-sm" loading={busy} onClick={() => review({ version })}>
        {t("action", { version: String(version) })}
      </Button>
      {dialog}
    </>
  );
}
