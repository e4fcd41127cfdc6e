"use client";

import { Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { SearchSelect } from "@/components/search-select";
import { WeekHours } from "@/components/week-hours";
import { ZoneSelect } from "@/components/zone-select";
import type { Choices, NumberValues } from "./number-values";

type Props = { form: UseFormReturnType<NumberValues>; choices: Choices; isNew: boolean };

function HoursFields({ form }: Pick<Props, "form">) {
  const t = useTranslations("numbers");
  const { hours } = form.values;
  return (
    <>
      <WeekHours
        inputOf={(field) => form.getInputProps(`hours.${field}`)}
        start={hours.start}
        end={hours.end}
      />
      <ZoneSelect placeholder={t("timeZone")} clearable={false} {...form.getInputProps("hours.timezone")} />
    </>
  );
}

/** The number, its account, and how it is answered. */
export function NumberFields({ form, choices, isNew }: Props) {
  const t = useTranslations("numbers");
  return (
    <Stack>
      {isNew && (
        <TextInput
          label={t("number")}
          placeholder="+12125550123"
          inputMode="tel"
          data-autofocus
          {...form.getInputProps("number")}
        />
      )}
      <ChoiceSelect
        label={t("account")}
        description={t("accountHelp")}
        data={choices.accounts.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("integration_id")}
      />
      <SearchSelect
        label={t("agent")}
        description={t("agentHelp")}
        placeholder={t("noAgent")}
        data={choices.agents.map(({ id, name, type }) => ({
          value: id,
          label: t(`agentOption.${type}`, { name }),
        }))}
        clearable
        clearButtonProps={{ "aria-label": t("noAgent") }}
        nothingFoundMessage={t("agentEmpty")}
        {...form.getInputProps("agent_id")}
      />
      <Switch label={t("always")} {...form.getInputProps("always", { type: "checkbox" })} />
      {!form.values.always && <HoursFields form={form} />}
      <TextInput
        label={t("fallback")}
        description={t("fallbackHelp")}
        placeholder="+12125550199"
        inputMode="tel"
        {...form.getInputProps("fallback_number")}
      />
    </Stack>
  );
}
