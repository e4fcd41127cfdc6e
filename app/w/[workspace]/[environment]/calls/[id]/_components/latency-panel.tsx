"use client";

import { Text } from "@mantine/core";
import { Panel } from "@/components/panel";
import type { Call } from "@/lib/calls/calls/schema";
import { latencyOf, PARTS } from "./latency";
import classes from "./review.module.css";

/** How long spoken answers took, and what took it. Nothing where none was measured. */
export function LatencyPanel({ call }: { call: Call }) {
  const latency = latencyOf(call.transcript);
  if (latency === null) return null;
  const { answers, parts } = latency;
  const longest = Math.max(1, ...Object.values(parts));
  const { turn_p50_ms, turn_p95_ms } = call.latency;
  return (
    <Panel title="Latency">
      <Text size="xs" c="dimmed" mb="sm">
        From the caller's last sound to the first of the answer
        {turn_p50_ms !== null && `: median ${turn_p50_ms} ms`}
        {turn_p95_ms !== null && `, 95 % within ${turn_p95_ms} ms`}. What took it, as medians of {answers}{" "}
        {answers === 1 ? "answer" : "answers"}:
      </Text>
      <dl className={classes.latency}>
        {PARTS.map(({ name, label, description }) => (
          <div key={name}>
            <dt>
              {label}
              <Text span size="xs" c="dimmed" display="block">
                {description}
              </Text>
              <span
                className={classes.share}
                style={{ width: `${Math.round((parts[name] / longest) * 100)}%` }}
                data-part={name === "processing_ms" ? "own" : "other"}
                aria-hidden
              />
            </dt>
            <dd>{parts[name]} ms</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
