"use client";

import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import { useRefreshWhile } from "@/components/use-refresh";
import type { ScoreRun, ScoreRunEstimate } from "@/lib/calls/score-runs/schema";
import { isActiveRun } from "@/lib/calls/score-runs/values";
import { EstimateText } from "./estimate-text";
import { RunProgress } from "./run-progress";

type Props = {
  agentId: string;
  /** The latest run of the agent; null without one. */
  latest: ScoreRun | null;
  /** The first and the last day (UTC) of the default period. */
  period: { from: string; to: string };
};

/** Judges calls of a period again: the estimate, the start, and the progress. */
export function ScoreRunPanel({ agentId, latest, period }: Props) {
  const t = useTranslations("scores.run");
  const { busy, run } = useAction();
  const [{ from, to }, setPeriod] = useState(period);
  const [replace, setReplace] = useState(false);
  const [estimate, setEstimate] = useState<ScoreRunEstimate | null>(null);
  const isActive = latest !== null && isActiveRun(latest);
  useRefreshWhile(isActive);
  const params = { id: agentId };
  const change = (apply: () => void) => {
    apply();
    setEstimate(null);
  };
  const readEstimate = async () => {
    const query = { from, to, replace: replace ? "true" : "false" } as const;
    const result = await run(() => api.get("/v1/agents/:id/score-runs/estimate", { params, query }), {
      refresh: false,
    });
    setEstimate(result.ok ? result.data : null);
  };
  const start = async () => {
    const body = { from, to, replace };
    const result = await run(() => api.post("/v1/agents/:id/score-runs", { params, body }), {
      done: t("started"),
    });
    if (result.ok) setEstimate(null);
  };
  const canStart = estimate !== null && estimate.calls > 0 && !estimate.too_many;
  return (
    <Panel title={t("title")}>
      <Stack gap="sm">
        {latest !== null && <RunProgress run={latest} agentId={agentId} />}
        {!isActive && (
          <>
            <Group align="flex-end" gap="sm">
              <TextInput
                type="date"
                label={t("from")}
                value={from}
                disabled={busy}
                onChange={({ currentTarget: { value } }) => change(() => setPeriod({ from: value, to }))}
              />
              <TextInput
                type="date"
                label={t("to")}
                value={to}
                disabled={busy}
                onChange={({ currentTarget: { value } }) => change(() => setPeriod({ from, to: value }))}
              />
              <Button
                variant="default"
                loading={busy}
                disabled={from === "" || to === ""}
                onClick={readEstimate}
              >
                {t("estimate")}
              </Button>
            </Group>
            <Checkbox
              label={t("replace")}
              description={t("replaceHelp")}
              checked={replace}
              disabled={busy}
              onChange={({ currentTarget: { checked } }) => change(() => setReplace(checked))}
            />
            {estimate !== null && <EstimateText estimate={estimate} />}
            {canStart && (
              <Group>
                <Button loading={busy} onClick={start}>
                  {t("action", { count: estimate.calls })}
                </Button>
              </Group>
            )}
          </>
        )}
      </Stack>
    </Panel>
  );
}
