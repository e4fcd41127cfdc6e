import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/panel";
import { DELAY_PARTS } from "@/components/response-latency";
import type { Call } from "@/lib/calls/calls/schema";
import { latencyOf } from "./latency";
import classes from "./review.module.css";

/** Latency of spoken responses and its parts. Renders nothing without a measurement. */
export function LatencyPanel({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const latency = latencyOf(call.transcript);
  if (latency === null) return null;
  const { answers, parts } = latency;
  const longest = Math.max(1, ...Object.values(parts));
  const { turn_p50_ms, turn_p95_ms } = call.latency;
  return (
    <Panel title={t("latency.title")}>
      <Text size="xs" c="dimmed" mb="sm">
        {t("latency.description", { count: answers })}
      </Text>
      {turn_p50_ms !== null && <Text size="sm">{t("latency.p50", { ms: turn_p50_ms })}</Text>}
      {turn_p95_ms !== null && <Text size="sm">{t("latency.p95", { ms: turn_p95_ms })}</Text>}
      <dl className={classes.latency}>
        {DELAY_PARTS.map(({ name, key }) => (
          <div key={name}>
            <dt>
              {t(`latency.${key}`)}
              <Text span size="xs" c="dimmed" display="block">
                {t(`latency.${key}Help`)}
              </Text>
              <span
                className={classes.share}
                style={{ width: `${Math.round((parts[name] / longest) * 100)}%` }}
                data-part={name === "processing_ms" ? "own" : "other"}
                aria-hidden
              />
            </dt>
            <dd>{t("column.milliseconds", { ms: parts[name] })}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
