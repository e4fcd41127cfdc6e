"use client";

import { useTranslations } from "next-intl";
import type { Turn } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";
import { DELAY_PARTS, latencyMsOf } from "./response-latency";
import { Tooltip } from "./tooltip";
import classes from "./turns.module.css";

const SECOND_MS = 1_000;

/** A short time as text: "420 ms", and from one second on "1.2 s". */
const timeText = (t: Translator<"calls">, ms: number): string =>
  ms < SECOND_MS ? t("column.milliseconds", { ms }) : t("turn.seconds", { seconds: ms / SECOND_MS });

export function Milliseconds({ ms }: { ms: number }) {
  const t = useTranslations("calls");
  return timeText(t, ms);
}

/** How long an answer took to its first word; hover, focus or touch shows the parts. Nothing if it was not measured. */
export function TurnLatency({ turn }: { turn: Turn }) {
  const t = useTranslations("calls");
  const ms = latencyMsOf(turn);
  if (ms === null) return null;
  const { delays } = turn;
  const time = timeText(t, ms);
  const parts =
    delays === undefined
      ? [t("turn.latencyHelp")]
      : [
          t("turn.latencySpoken"),
          ...DELAY_PARTS.map(({ name, key }) =>
            t("turn.latencyPart", { part: t(`latency.${key}`), time: timeText(t, delays[name]) }),
          ),
        ];
  return (
    <Tooltip label={parts.map((part) => <div key={part}>{part}</div>)}>
      <button
        type="button"
        className={classes.latency}
        aria-label={t("turn.latency", { time })}
        aria-description={parts.join(" ")}
      >
        {time}
      </button>
    </Tooltip>
  );
}
