"use client";

import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { TrafficSplit } from "@/lib/agents/traffic-splits/schema";
import type { SplitComparison } from "@/lib/calls/split-comparisons/schema";
import { SplitActions } from "./split-actions";
import { SplitFigures } from "./split-figures";
import { SplitTests } from "./split-tests";

type Props = {
  split: TrafficSplit;
  comparison: SplitComparison;
  /** Names of the outcomes that the versions have. */
  outcomes: readonly string[];
  /** Whether the page is that of the test environment, whose calls take no part. */
  isTest: boolean;
  mayDeploy: boolean;
};

/** The traffic split of an agent: its state, its versions side by side, tests of their differences, and its actions. */
export function SplitPanel({ split, comparison, outcomes, isTest, mayDeploy }: Props) {
  const t = useTranslations("splits");
  const format = useFormatter();
  const address = useAddress();
  const versions = { live: String(split.live_version), candidate: String(split.candidate_version) };
  const percent = format.number(split.percent / 100, { style: "percent" });
  const isRunning = split.status === "running";
  return (
    <Panel title={t("title")} {...(isRunning && mayDeploy && { actions: <SplitActions split={split} /> })}>
      <Stack gap="lg">
        <Text size="sm">
          {t.rich(`state.${split.status}`, {
            ...versions,
            percent,
            started: () => <Time at={split.started_at} />,
            ended: () => <Time at={split.ended_at ?? split.started_at} />,
          })}
        </Text>
        {isTest ? (
          <Text size="sm" c="dimmed">
            {t("testEnvironment")}
          </Text>
        ) : (
          <>
            <SplitFigures comparison={comparison} />
            <Group align="flex-end" gap="md">
              <ChoiceSelect
                label={t("outcome")}
                description={t("outcomeHelp")}
                w={{ base: "100%", sm: 360 }}
                data={[
                  { value: "", label: t("successful") },
                  ...outcomes.map((outcome) => ({ value: outcome, label: outcome })),
                ]}
                value={comparison.outcome ?? ""}
                disabled={address.busy}
                onChange={(value) => address.set({ outcome: value === "" ? null : value })}
              />
            </Group>
            <SplitTests comparison={comparison} />
            {(comparison.has_changed_percent || comparison.is_truncated) && (
              <Alert color="yellow" role="note" icon={<IconAlertTriangle size={18} aria-hidden />}>
                {comparison.has_changed_percent && <div>{t("changedPercent")}</div>}
                {comparison.is_truncated && <div>{t("truncated")}</div>}
              </Alert>
            )}
          </>
        )}
      </Stack>
    </Panel>
  );
}
