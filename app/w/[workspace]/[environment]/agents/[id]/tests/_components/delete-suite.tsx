"use client";

import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Suite } from "@/lib/suites/suites/schema";

type Props = { agentId: string; suite: Pick<Suite, "id" | "name" | "revision"> };

/** Deletes a suite with its runs. */
export function DeleteSuite({ agentId, suite: { id, name, revision } }: Props) {
  const t = useTranslations("suites.remove");
  const router = useScopedRouter();
  const { run } = useAction();
  async function remove(): Promise<void> {
    const result = await run(() => api.delete("/v1/suites/:id", { params: { id }, ifMatch: revision }), {
      done: t("done"),
      refresh: false,
    });
    if (result.ok) router.push(`/agents/${agentId}/tests`);
  }
  return (
    <ConfirmButton
      title={t("title", { name })}
      message={t("description")}
      confirm={t("confirm")}
      onConfirm={remove}
    >
      {t("action")}
    </ConfirmButton>
  );
}
