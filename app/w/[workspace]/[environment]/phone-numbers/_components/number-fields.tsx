"use client";

import { Select, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { WeekHours } from "@/components/week-hours";
import { ZoneSelect } from "@/components/zone-select";
import type { Choices, NumberValues } from "./number-values";

type Props = { form: UseFormReturnType<NumberValues>; choices: Choices; isNew: boolean };

const DOES = { voice: "answers calls", messaging: "answers texts" } as const;

function HoursFields({ form }: Pick<Props, "form">) {
  const { hours } = form.values;
  return (
    <>
      <WeekHours
        inputOf={(field) => form.getInputProps(`hours.${field}`)}
        start={hours.start}
        end={hours.end}
      />
      <ZoneSelect
        placeholder="Choose a time zone"
        clearable={false}
        {...form.getInputProps("hours.timezone")}
      />
    </>
  );
}

/** Whose number it is, and who answers on it. */
export function NumberFields({ form, choices, isNew }: Props) {
  return (
    <Stack>
      {isNew && (
        <TextInput
          label="Number"
          placeholder="+12125550123"
          inputMode="tel"
          data-autofocus
          {...form.getInputProps("number")}
        />
      )}
      <Select
        label="Account"
        description="The Twilio account that the number is of."
        data={choices.accounts.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        {...form.getInputProps("integration_id")}
      />
      <Select
        label="Agent"
        description="It answers once it is live. A messaging agent answers texts, at any time."
        placeholder="Nobody answers"
        data={choices.agents.map(({ id, name, type }) => ({ value: id, label: `${name} (${DOES[type]})` }))}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "No agent" }}
        nothingFoundMessage="No such agent."
        {...form.getInputProps("agent_id")}
      />
      <Switch
        label="Calls are answered at any time"
        {...form.getInputProps("always", { type: "checkbox" })}
      />
      {!form.values.always && <HoursFields form={form} />}
      <TextInput
        label="Calls go on to"
        description="A number for calls outside of the hours, and for when nothing can answer. May be empty."
        placeholder="+12125550199"
        inputMode="tel"
        {...form.getInputProps("fallback_number")}
      />
    </Stack>
  );
}
