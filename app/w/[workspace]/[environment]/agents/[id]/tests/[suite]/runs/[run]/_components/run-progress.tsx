"use client";

import { Alert, Group, Progress, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { SuiteRun } from "@/lib/suites/runs/schema";
import { agentOfRun } from "../../../../_components/run-list";
import { isActive, PassRate } from "../../../../_components/run-state";
import { useLiveRun } from "./use-live-run";

const PERCENT = 100;

/** The progress of a run, and its pass rate. It follows a run in progress. */
export function RunProgress({ run: initialRun }: { run: SuiteRun }) {
  const t = useTranslations("suites.run");
  const tList = useTranslations("suites.list");
  const run = useLiveRun(initialRun);
  const { finished, total, passed, confidence, state, is_current } = run;
  return (
    <Stack gap="xs" mb="lg">
      {state === "broken" && <Alert color="orange">{t("broken")}</Alert>}
      {isActive(run) && (
        <Progress
          value={total === 0 ? 0 : (finished / total) * PERCENT}
          aria-label={t("progress", { finished, total })}
        />
      )}
      <Group gap="lg" role="status">
        <Text size="sm">
          {isActive(run) ? t("progress", { finished, total }) : t("passedOf", { passed, total })}
        </Text>
        {finished > 0 && (
          <Text size="sm">
            {tList("passRate")} <PassRate rate={passed / finished} count={finished} confidence={confidence} />
          </Text>
        )}
        <Text size="sm">
          {t("of")}: {agentOfRun(t, run)}
        </Text>
        {!is_current && (
          <Text size="sm" c="dimmed">
            {t("earlierCases")}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
