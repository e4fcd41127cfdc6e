"use client";

import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import type { Replayed } from "@/lib/data/webhooks/schema";

const HOUR_MS = 3_600_000;
/** Periods, each in hours. */
const PERIOD_HOURS = { lastHour: 1, last6Hours: 6, lastDay: 24, lastWeek: 168, last30Days: 720 } as const;
type Period = keyof typeof PERIOD_HOURS;
const PERIODS = Object.keys(PERIOD_HOURS) as Period[];
/** Maximum requests of one replay, with up to 10,000 events each. */
const MAX_REQUESTS = 100;

/** Queues all events of a period, in several requests. Returns the number of deliveries. */
async function replayAll(id: string, hours: number): Promise<number> {
  const now = Date.now();
  const to = new Date(now).toISOString();
  let from: string | null = new Date(now - hours * HOUR_MS).toISOString();
  let queued = 0;
  for (let n = 0; from !== null && n < MAX_REQUESTS; n++) {
    const part: Replayed = await api.post("/v1/webhooks/:id/replay", { params: { id }, body: { from, to } });
    queued += part.queued;
    from = part.continue_from;
  }
  return queued;
}

/** Sends all events of a period again. */
export function ReplayForm({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useTranslations("webhooks.replay");
  const [period, setPeriod] = useState<Period>("lastDay");
  const [queued, setQueued] = useState<number | null>(null);
  const { busy, run } = useAction();
  const send = async () => {
    const result = await run(() => replayAll(id, PERIOD_HOURS[period]));
    if (result.ok) setQueued(result.data);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack>
        <Text size="sm">{t("description")}</Text>
        <ChoiceSelect
          label={t("period")}
          data={PERIODS.map((value) => ({ value, label: t(value) }))}
          value={period}
          onChange={(value) => setPeriod(PERIODS.find((name) => name === value) ?? "lastDay")}
        />
        <Text size="sm" role="status">
          {queued !== null && t("queued", { count: queued })}
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          {t("confirm")}
        </FormButtons>
      </Stack>
    </form>
  );
}
