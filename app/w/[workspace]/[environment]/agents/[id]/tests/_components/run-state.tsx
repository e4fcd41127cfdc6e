"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/pill";
import type { SuiteRun } from "@/lib/suites/runs/schema";

const TONES: Readonly<Record<SuiteRun["state"], Tone>> = {
  queued: "blue",
  running: "blue",
  passed: "teal",
  failed: "red",
  canceled: "gray",
  broken: "orange",
};

/** The state of a run. */
export function RunState({ state }: { state: SuiteRun["state"] }) {
  const t = useTranslations("suites.state");
  return <Pill tone={TONES[state]}>{t(state)}</Pill>;
}

/** The interval of fewer conversations is so wide that it says nothing. */
const MIN_FOR_INTERVAL = 5;

type RateProps = {
  rate: number;
  /** Conversations that the rate counts. */
  count: number;
  confidence: { low: number; high: number } | null;
};

/** A pass rate, with its interval if there are enough conversations. */
export function PassRate({ rate, count, confidence }: RateProps) {
  const t = useTranslations("suites.list");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 });
  return (
    <>
      {percent(rate)}
      {confidence !== null && count >= MIN_FOR_INTERVAL && (
        <small> {t("interval", { low: percent(confidence.low), high: percent(confidence.high) })}</small>
      )}
    </>
  );
}

export const isActive = ({ state }: Pick<SuiteRun, "state">): boolean =>
  state === "queued" || state === "running";
