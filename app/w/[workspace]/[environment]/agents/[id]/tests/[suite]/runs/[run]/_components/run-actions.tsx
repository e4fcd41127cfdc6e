"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useScopedAddress } from "@/components/use-scope";
import type { SuiteRun } from "@/lib/suites/runs/schema";
import { isActive } from "../../../../_components/run-state";

type Props = { suiteId: string; run: SuiteRun; mayCancel: boolean };

/** Cancels a run, or downloads the results of one that has ended. */
export function RunActions({ suiteId, run: current, mayCancel }: Props) {
  const t = useTranslations("suites.run");
  const addressOf = useScopedAddress();
  const { busy, run } = useAction();
  const cancel = () =>
    run(() => api.post("/v1/suites/:id/runs/:run/cancel", { params: { id: suiteId, run: current.id } }), {
      done: t("canceled"),
    });
  if (isActive(current))
    return (
      mayCancel && (
        <Button variant="default" loading={busy} onClick={cancel}>
          {t("cancel")}
        </Button>
      )
    );
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      href={addressOf(`/v1/suites/${suiteId}/runs/${current.id}/junit`)}
      download
    >
      {t("junit")}
    </Button>
  );
}
