"use client";

import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { TrunkLimits, TrunkLimitsState } from "@/lib/outreach/trunk-limits/schema";
import { bodyOf, fieldOf, type LimitValues, valuesOf } from "./trunk-limits-values";

const CURRENCY_EXAMPLE = "EUR";

type Props = { state: TrunkLimitsState; onDone: () => void };

/** Use of the current hour and day, and the limit that stops calls. */
function Usage({ state, onDone }: Props) {
  const t = useTranslations("integrations.limits");
  const format = useFormatter();
  const { busy, run } = useAction();
  const { usage, limits, reached, until, integration_id: id } = state;
  const currency = limits.prices?.currency ?? null;
  const amount = (minutes: number, spend: number) =>
    currency === null
      ? t("minutes", { count: minutes })
      : format.number(spend, { style: "currency", currency });
  const lift = async () => {
    const options = { done: t("lifted"), refresh: false };
    const result = await run(() => api.post("/v1/integrations/:id/limits/lift", { params: { id } }), options);
    if (result.ok) onDone();
  };
  return (
    <>
      <Text size="sm">
        {t("usage", {
          hour: amount(usage.hour_minutes, usage.hour_spend),
          day: amount(usage.day_minutes, usage.day_spend),
        })}
      </Text>
      {reached !== null && until !== null && (
        <Alert color="red" title={t(`reached.${reached}`)}>
          <Group justify="space-between">
            <Text size="sm">{t.rich("until", { time: () => <Time at={until} /> })}</Text>
            <Button size="xs" variant="default" loading={busy} onClick={() => void lift()}>
              {t("lift")}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}

/** The form of a trunk's limits. */
export function TrunkLimitsForm({ state, onDone }: Props) {
  const t = useTranslations("integrations.limits");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof TrunkLimits, LimitValues>({
    loadSchema: async () => (await import("@/lib/outreach/trunk-limits/schema")).TrunkLimits,
    bodyOf,
    fieldOf,
    initialValues: valuesOf(state.limits),
  });
  const save = form.onSend(async (body) => {
    const params = { id: state.integration_id };
    const result = await run(() => api.put("/v1/integrations/:id/limits", { params, body }), {
      done: t("done"),
      form: form.messages,
      refresh: false,
    });
    if (result.ok) onDone();
  });
  const hasPrices = form.values.currency.trim() !== "";
  const unit = hasPrices ? "money" : "minutes";
  const number = { inputMode: "decimal", maxLength: 12 } as const;
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Usage state={state} onDone={onDone} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...number} label={t(`perHour.${unit}`)} {...form.getInputProps("perHour")} />
          <TextInput {...number} label={t(`perDay.${unit}`)} {...form.getInputProps("perDay")} />
          <TextInput {...number} label={t("perCountry")} {...form.getInputProps("perCountry")} />
          <TextInput {...number} label={t("failedPercent")} {...form.getInputProps("failedPercent")} />
        </SimpleGrid>
        <TextInput
          label={t("currency")}
          description={t("currencyHelp")}
          placeholder={CURRENCY_EXAMPLE}
          maxLength={3}
          {...form.getInputProps("currency")}
        />
        {hasPrices && (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...number} label={t("defaultPrice")} {...form.getInputProps("defaultPrice")} />
              <TextInput label={t("asOf")} placeholder="2027-01-31" {...form.getInputProps("asOf")} />
            </SimpleGrid>
            <FewLines
              label={t("prefixes")}
              placeholder="+44 0.02"
              maxLength={20_000}
              {...form.getInputProps("prefixes")}
            />
          </>
        )}
        <Text size="xs" c="dimmed">
          {t("help")}
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          {t("save")}
        </FormButtons>
      </Stack>
    </form>
  );
}
