"use client";

import { Group } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import type { TrafficSplit } from "@/lib/agents/traffic-splits/schema";
import { SPLIT_PERCENTS } from "@/lib/agents/traffic-splits/values";

/** Changes the share of the candidate, makes it live, or stops the split. */
export function SplitActions({ split }: { split: TrafficSplit }) {
  const t = useTranslations("splits");
  const format = useFormatter();
  const { busy, run } = useAction();
  const params = { id: split.agent_id };
  const ifMatch = split.revision;
  const values = { live: String(split.live_version), candidate: String(split.candidate_version) };
  const percents = [...new Set([...SPLIT_PERCENTS, split.percent])].toSorted((a, b) => a - b);
  const nameOf = (percent: number) => format.number(percent / 100, { style: "percent" });
  const change = (percent: number) =>
    run(() => api.put("/v1/agents/:id/traffic-split", { params, body: { percent }, ifMatch }), {
      done: t("changed", { percent: nameOf(percent) }),
    });
  return (
    <Group gap="sm">
      <ChoiceSelect
        aria-label={t("share")}
        w={96}
        disabled={busy}
        data={percents.map((percent) => ({ value: String(percent), label: nameOf(percent) }))}
        value={String(split.percent)}
        onChange={(value) => {
          if (value !== null && Number(value) !== split.percent) void change(Number(value));
        }}
      />
      <ConfirmButton
        title={t("promoteTitle", values)}
        message={t("promoteHelp", values)}
        confirm={t("promote")}
        confirmColor="blue"
        onConfirm={() =>
          run(() => api.post("/v1/agents/:id/traffic-split/promote", { params, body: {}, ifMatch }), {
            done: t("promoted", values),
          })
        }
      >
        {t("promote")}
      </ConfirmButton>
      <ConfirmButton
        title={t("stopTitle")}
        message={t("stopHelp", values)}
        confirm={t("stop")}
        onConfirm={() =>
          run(() => api.delete("/v1/agents/:id/traffic-split", { params, ifMatch }), {
            done: t("stopped", values),
          })
        }
      >
        {t("stop")}
      </ConfirmButton>
    </Group>
  );
}
