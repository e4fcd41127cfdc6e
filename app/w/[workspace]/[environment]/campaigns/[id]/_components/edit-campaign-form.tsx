"use client";

import { Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { type TrunkChoice, TrunkOrderInput, trunkFieldOf } from "@/components/trunk-order-input";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { Campaign, UpdateCampaign } from "@/lib/outreach/campaigns/schema";
import { DateTimeInput } from "../../_components/date-time-input";
import { PaceFields } from "../../_components/pace-fields";

type Values = {
  name: string;
  ends_at: string | null;
  max_concurrent_calls: number | string;
  calls_per_second: number | string;
  trunk_ids: string[];
};

const valuesOf = ({
  name,
  ends_at,
  max_concurrent_calls,
  calls_per_second,
  trunk_ids,
}: Campaign): Values => ({
  name,
  ends_at,
  max_concurrent_calls,
  calls_per_second,
  trunk_ids: [...(trunk_ids ?? [])],
});

type Props = { campaign: Campaign; trunks: readonly TrunkChoice[]; onDone: () => void };

/** Fields that can change after the launch: the name, and the end and pace while it is in progress. */
export function EditCampaignForm({ campaign: current, trunks, onDone }: Props) {
  // The page can refresh while the form is open. The form keeps the settings that it shows.
  const [campaign, setCampaign] = useState(current);
  const t = useTranslations("campaigns");
  const { busy, run } = useAction();
  const requireNumber = (value: number | string) => (value === "" ? t("numberMissing") : null);
  const isInProgress = ["scheduled", "running", "paused"].includes(campaign.status);
  const hasTrunks = trunks.length > 0 || campaign.trunk_ids !== null;
  const form = useBodyForm<typeof UpdateCampaign, Values>({
    loadSchema: async () => (await import("@/lib/outreach/campaigns/schema")).UpdateCampaign,
    initialValues: valuesOf(campaign),
    bodyOf: ({ name, ends_at, max_concurrent_calls, calls_per_second, trunk_ids: trunkIds }) =>
      isInProgress
        ? {
            name,
            ...(ends_at !== campaign.ends_at && { ends_at }),
            max_concurrent_calls: Number(max_concurrent_calls),
            calls_per_second: Number(calls_per_second),
            ...(hasTrunks && { trunk_ids: trunkIds.length === 0 ? null : trunkIds }),
          }
        : { name },
    fieldOf: trunkFieldOf,
    problemsOf: ({ name, max_concurrent_calls, calls_per_second }) => ({
      name: name.trim() === "" ? t("nameMissing") : null,
      max_concurrent_calls: requireNumber(max_concurrent_calls),
      calls_per_second: requireNumber(calls_per_second),
    }),
  });

  const show = (latest: Campaign) => {
    const values = valuesOf(latest);
    setCampaign(latest);
    form.setInitialValues(values);
    form.setValues(values);
    form.clearErrors();
  };
  const params = { id: campaign.id };
  const conditional = useConditionalSave({
    run,
    noun: "campaign",
    read: () => api.get("/v1/campaigns/:id", { params }),
    onLoad: show,
  });
  const save = form.onSend(async (body) => {
    const saved = await conditional.save(
      campaign,
      (ifMatch) => api.patch("/v1/campaigns/:id", { params, body, ifMatch }),
      { form, done: t("edit.done") },
    );
    if (saved !== null) onDone();
  });

  return (
    <form onSubmit={save} noValidate>
      {conditional.conflictDialog}
      <Stack>
        <TextInput label={t("list.name")} maxLength={200} {...form.getInputProps("name")} />
        {isInProgress && (
          <>
            <PaceFields channel={campaign.channel} inputOf={(field) => form.getInputProps(field)} />
            <DateTimeInput
              label={t("detail.ends")}
              description={t("edit.endsHelp")}
              {...form.getInputProps("ends_at")}
            />
            {hasTrunks && (
              <TrunkOrderInput
                label={t("edit.trunks")}
                description={t("edit.trunksHelp")}
                trunks={trunks}
                {...form.getInputProps("trunk_ids")}
              />
            )}
          </>
        )}
        <Text size="sm" c="dimmed">
          {t("edit.help")}
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          {t("edit.action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
