"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/pill";
import type { CaseResults } from "@/lib/suites/runs/schema";
import { PassRate } from "../../../../_components/run-state";
import { CaseDetails } from "./case-details";
import { type CaseChange, compareCases } from "./compare-cases";
import classes from "./results.module.css";

type Props = {
  results: readonly CaseResults[];
  /** The results of the run to compare with; null without one. */
  comparedResults: readonly CaseResults[] | null;
};

const CHANGE_TONES: Readonly<Record<NonNullable<CaseChange>, Tone>> = {
  nowFails: "red",
  nowPasses: "teal",
  newCase: "gray",
};

function CaseState({ passed }: Pick<CaseResults, "passed">) {
  const t = useTranslations("suites.run");
  if (passed === null) return <Pill>{t("waiting")}</Pill>;
  return <Pill tone={passed ? "teal" : "red"}>{passed ? t("passed") : t("failed")}</Pill>;
}

/** The results of a run by case. Failed cases are open. */
export function Results({ results, comparedResults }: Props) {
  const t = useTranslations("suites.run");
  return (
    <Stack gap="sm" component="section" aria-label={t("results")}>
      {compareCases(results, comparedResults).map(({ result, earlier, change }) => (
        <details key={result.name} className={classes.case} open={result.passed === false}>
          <summary className={classes.summary}>
            <Text span fw={500} size="sm" className={classes.name ?? ""}>
              {result.name}
            </Text>
            <Group gap="xs">
              <CaseState passed={result.passed} />
              {change !== null && <Pill tone={CHANGE_TONES[change]}>{t(change)}</Pill>}
              {result.pass_rate !== null && (
                <Text span size="xs" c="dimmed">
                  <PassRate
                    rate={result.pass_rate}
                    count={result.repetitions.length}
                    confidence={result.confidence}
                  />
                </Text>
              )}
            </Group>
          </summary>
          <div className={classes.sides} data-compared={earlier !== null}>
            <CaseDetails result={result} title={earlier === null ? null : t("here")} />
            {earlier !== null && <CaseDetails result={earlier} title={t("there")} />}
          </div>
        </details>
      ))}
    </Stack>
  );
}
