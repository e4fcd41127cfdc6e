"use client";

import { Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { api } from "@/components/api";
import { costText } from "@/components/cost-text";
import { SubmitButton } from "@/components/submit-button";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { CostLimits, SetCostLimits } from "@/lib/agents/cost-limits/schema";
import { FieldsPanel } from "../../_components/fields-panel";
import { type CostLimitValues, limitBodyOf, limitValuesOf } from "./cost-values";

const CURRENCY_EXAMPLE = "EUR";

type Props = { limits: CostLimits; mayChange: boolean };

/** The limits of what the workspace's calls may cost, with their use. */
export function CostLimitsForm({ limits, mayChange }: Props) {
  const t = useTranslations("settings.costs");
  const format = useFormatter();
  const { busy, run } = useAction();
  const form = useBodyForm<typeof SetCostLimits, CostLimitValues>({
    loadSchema: async () => (await import("@/lib/agents/cost-limits/schema")).SetCostLimits,
    bodyOf: limitBodyOf,
    initialValues: limitValuesOf(limits),
  });
  const save = form.onSend(async (body) => {
    await run(() => api.put("/v1/cost-limits", { body, ifMatch: limits.revision }), {
      done: t("limitsDone"),
      form: form.messages,
    });
  });
  const used = (spent: string): string =>
    t("used", {
      amount:
        limits.currency === null ? spent : costText(format, [{ currency: limits.currency, amount: spent }]),
    });
  const amount = { inputMode: "decimal", maxLength: 16 } as const;
  return (
    <form onSubmit={save} noValidate>
      <FieldsPanel title={t("limits")} disabled={!mayChange}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t("limitsHelp")}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t("currency")}
              placeholder={CURRENCY_EXAMPLE}
              maxLength={3}
              description={t("currencyHelp")}
              {...form.getInputProps("currency")}
            />
            <TextInput
              {...amount}
              label={t("reservation")}
              description={t("reservationHelp")}
              {...form.getInputProps("reserve_per_call")}
            />
            <TextInput
              {...amount}
              label={t("perDay")}
              description={used(limits.used_today)}
              {...form.getInputProps("per_day")}
            />
            <TextInput
              {...amount}
              label={t("perMonth")}
              description={used(limits.used_this_month)}
              {...form.getInputProps("per_month")}
            />
          </SimpleGrid>
          {mayChange && (
            <Group>
              <SubmitButton loading={busy}>{t("saveLimits")}</SubmitButton>
            </Group>
          )}
        </Stack>
      </FieldsPanel>
    </form>
  );
}
