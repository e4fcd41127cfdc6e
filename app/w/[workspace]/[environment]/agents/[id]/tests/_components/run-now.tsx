"use client";

import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { mayLeave } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";

type Props = { agentId: string; suiteId: string; name: string; size?: "compact-sm"; disabled?: boolean };

/** Runs a suite as it is saved, with the agent's draft, and opens the run. Asks first if the page has unsaved changes. */
export function RunNow({ agentId, suiteId, name, size, disabled = false }: Props) {
  const t = useTranslations("suites.run");
  const { busy, run } = useAction();
  const router = useScopedRouter();
  async function start(): Promise<void> {
    if (!(await mayLeave())) return;
    const result = await run(() => api.post("/v1/suites/:id/runs", { params: { id: suiteId }, body: {} }), {
      refresh: false,
    });
    if (result.ok) router.push(`/agents/${agentId}/tests/${suiteId}/runs/${result.data.id}`);
  }
  return (
    <Button
      variant="default"
      {...(size !== undefined && { size })}
      leftSection={<IconPlayerPlay size={15} aria-hidden />}
      loading={busy}
      disabled={disabled}
      onClick={start}
      aria-label={t("actionLabel", { name })}
    >
      {t("action")}
    </Button>
  );
}
