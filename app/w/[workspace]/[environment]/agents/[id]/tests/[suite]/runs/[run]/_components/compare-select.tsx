"use client";

import { NativeSelect } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useAddress } from "@/components/use-address";
import { useHydrated } from "@/components/use-hydrated";
import type { SuiteRun } from "@/lib/suites/runs/schema";
import { TIME_ZONE } from "@/messages/formats";

/** Selects the run to compare with. The address has it, so that a link shows the same comparison. */
export function CompareSelect({ runs }: { runs: readonly SuiteRun[] }) {
  const t = useTranslations("suites");
  const format = useFormatter();
  const isInBrowser = useHydrated();
  const address = useAddress();
  const timeZone = isInBrowser ? Intl.DateTimeFormat().resolvedOptions().timeZone : TIME_ZONE;
  if (runs.length === 0) return null;
  return (
    <NativeSelect
      mb="lg"
      maw={360}
      label={t("run.compare")}
      value={address.get("compare") ?? ""}
      onChange={(event) => address.set({ compare: event.currentTarget.value || null })}
      data={[
        { value: "", label: t("run.noCompare") },
        ...runs.map(({ id, created_at, state }) => ({
          value: id,
          label: t("run.compareOption", {
            time: format.dateTime(new Date(created_at), "datetime", { timeZone }),
            state: t(`state.${state}`),
          }),
        })),
      ]}
    />
  );
}
