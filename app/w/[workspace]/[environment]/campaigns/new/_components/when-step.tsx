"use client";

import { Checkbox, Fieldset, Group, Radio, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { NumberInput } from "@/components/number-input";
import { SubmitButton } from "@/components/submit-button";
import { type TrunkChoice, TrunkOrderInput, trunkFieldOf } from "@/components/trunk-order-input";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import { WeekHours } from "@/components/week-hours";
import { ZoneSelect } from "@/components/zone-select";
import type { Campaign, UpdateCampaign } from "@/lib/outreach/campaigns/schema";
import { RETRYABLE_OUTCOMES } from "@/lib/outreach/campaigns/values";
import { DateTimeInput } from "../../_components/date-time-input";
import { PaceFields } from "../../_components/pace-fields";
import { pathOf } from "./steps";
import { type WhenValues, whenBodyOf, whenProblemsOf, whenValuesOf } from "./when-form";

type Props = { campaign: Campaign; trunks: readonly TrunkChoice[] };

/** The window, pace and attempts of a campaign. */
export function WhenStep({ campaign, trunks }: Props) {
  const t = useTranslations("campaigns");
  const tCommon = useTranslations("common");
  const tHours = useTranslations("common.hours");
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const hasTrunks = trunks.length > 0 || campaign.trunk_ids !== null;
  const form = useBodyForm<typeof UpdateCampaign, WhenValues>({
    loadSchema: async () => (await import("@/lib/outreach/campaigns/schema")).UpdateCampaign,
    initialValues: whenValuesOf(campaign),
    bodyOf: (values) => whenBodyOf(values, hasTrunks),
    fieldOf: trunkFieldOf,
    problemsOf: (values) => whenProblemsOf(t, tHours, values),
  });
  const save = form.onSend(async (body) => {
    const request = { params: { id: campaign.id }, body };
    const result = await run(() => api.patch("/v1/campaigns/:id", request), { form, refresh: false });
    if (!result.ok) return;
    form.resetDirty();
    router.push(pathOf(campaign.id, "contacts"));
  });
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="lg">
        <Fieldset legend={t("detail.window")}>
          <Stack>
            <Text size="sm" c="dimmed">
              {t(`when.windowHelp.${campaign.channel}`)}
            </Text>
            <WeekHours
              inputOf={(field) => form.getInputProps(`window.${field}`)}
              start={form.values.window.start}
              end={form.values.window.end}
            />
            <Radio.Group label={tCommon("timeZone.label")} {...form.getInputProps("zone")}>
              <Stack gap="sm" mt={6}>
                <Radio value="callee" label={t("when.callee")} description={t("when.calleeHelp")} />
                <Radio value="fixed" label={t("when.fixed")} description={t("when.fixedHelp")} />
              </Stack>
            </Radio.Group>
            {form.values.zone === "fixed" && (
              <ZoneSelect placeholder={t("when.zone")} {...form.getInputProps("window.timezone")} />
            )}
          </Stack>
        </Fieldset>
        <Fieldset legend={t("when.schedule")}>
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <DateTimeInput
              label={t("detail.starts")}
              description={t("when.startsHelp")}
              {...form.getInputProps("starts_at")}
            />
            <DateTimeInput
              label={t("detail.ends")}
              description={t("when.endsHelp")}
              {...form.getInputProps("ends_at")}
            />
          </Group>
        </Fieldset>
        <Fieldset legend={t("detail.pace")}>
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <PaceFields channel={campaign.channel} inputOf={(field) => form.getInputProps(field)} />
          </Group>
        </Fieldset>
        {hasTrunks && (
          <Fieldset legend={t("detail.trunks")}>
            <TrunkOrderInput
              label={t("edit.trunks")}
              description={t("edit.trunksHelp")}
              trunks={trunks}
              {...form.getInputProps("trunk_ids")}
            />
          </Fieldset>
        )}
        <Fieldset legend={t("detail.attempts")}>
          <Stack>
            <Group align="flex-start" grow preventGrowOverflow={false}>
              <NumberInput
                label={t("when.attemptsMax")}
                min={1}
                max={10}
                allowDecimal={false}
                {...form.getInputProps("attempts.max")}
              />
              <NumberInput
                label={t("when.attemptsPause")}
                min={1}
                max={10_080}
                allowDecimal={false}
                {...form.getInputProps("attempts.retry_after_minutes")}
              />
            </Group>
            <Checkbox.Group label={t("when.retryOn")} {...form.getInputProps("attempts.on")}>
              <Stack gap="xs" mt={6}>
                {RETRYABLE_OUTCOMES.map((outcome) => (
                  <Checkbox key={outcome} value={outcome} label={t(`retry.${outcome}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Text size="sm" c="dimmed">
              {t("when.limitHelp")}
            </Text>
          </Stack>
        </Fieldset>
        <Group>
          <SubmitButton loading={busy}>{t("create.action")}</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
