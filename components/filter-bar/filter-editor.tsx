"use client";

import { Autocomplete, Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { NumberInput } from "@/components/number-input";
import { SECOND_MS } from "./chip-text";
import { daysBetween, startOfDay } from "./day-range";
import type { Changes, ChoiceFilter, DaysFilter, DurationFilter, Filter, Get, TextFilter } from "./filter";
import { OptionList } from "./option-list";
import { useOptions } from "./use-options";

type Props<F extends Filter> = { filter: F; get: Get; onApply: (changes: Changes) => void };

/** A ref of the field that has the focus from the start. */
function useFirstField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return field;
}

function Apply() {
  const t = useTranslations("common.filters");
  return (
    <Button type="submit" size="xs" fullWidth>
      {t("apply")}
    </Button>
  );
}

function ChoiceEditor({ filter, get, onApply }: Props<ChoiceFilter>) {
  const t = useTranslations("common.filters");
  return (
    <OptionList
      label={t("search", { label: filter.label })}
      options={useOptions(filter.options)}
      selected={get(filter.id) ?? null}
      onSelect={(value) => onApply({ [filter.id]: value })}
    />
  );
}

function TextEditor({ filter, get, onApply }: Props<TextFilter>) {
  const field = useFirstField();
  const form = useForm({ initialValues: { text: get(filter.id) ?? "" } });
  const input = {
    ref: field,
    label: filter.label,
    maxLength: filter.maxLength,
    ...(filter.placeholder !== undefined && { placeholder: filter.placeholder }),
    ...form.getInputProps("text"),
  };
  return (
    <form onSubmit={form.onSubmit(({ text }) => onApply({ [filter.id]: text.trim() }))}>
      <Stack gap="sm">
        {filter.suggestions === undefined ? (
          <TextInput {...input} />
        ) : (
          <Autocomplete
            {...input}
            data={[...filter.suggestions]}
            limit={20}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        <Apply />
      </Stack>
    </form>
  );
}

function DaysEditor({ filter, get, onApply }: Props<DaysFilter>) {
  const t = useTranslations("common.filters");
  const field = useFirstField();
  const { after, before, zone } = filter;
  const form = useForm({
    initialValues: daysBetween(get(after), get(before), zone),
  });
  const apply = form.onSubmit(({ from, to }) =>
    onApply({ [after]: startOfDay(from, zone), [before]: startOfDay(to, zone, 1) }),
  );
  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <TextInput ref={field} type="date" label={t(`firstDay.${zone}`)} {...form.getInputProps("from")} />
        <TextInput type="date" label={t(`lastDay.${zone}`)} {...form.getInputProps("to")} />
        <Apply />
      </Stack>
    </form>
  );
}

type Seconds = number | string;
const MAX_SECONDS = 86_400;
const seconds = (ms: string | null | undefined): Seconds => (ms ? Math.round(Number(ms) / SECOND_MS) : "");
const milliseconds = (s: Seconds): string | null => (s === "" ? null : String(Number(s) * SECOND_MS));

function DurationEditor({ filter, get, onApply }: Props<DurationFilter>) {
  const t = useTranslations("common.filters");
  const field = useFirstField();
  const { min, max } = filter;
  const form = useForm({ initialValues: { min: seconds(get(min)), max: seconds(get(max)) } });
  const limits = { min: 0, max: MAX_SECONDS, suffix: " s", allowDecimal: false };
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        onApply({ [min]: milliseconds(values.min), [max]: milliseconds(values.max) }),
      )}
    >
      <Stack gap="sm">
        <Group grow align="flex-start" gap="sm">
          <NumberInput ref={field} label={t("min")} {...limits} {...form.getInputProps("min")} />
          <NumberInput label={t("max")} {...limits} {...form.getInputProps("max")} />
        </Group>
        <Apply />
      </Stack>
    </form>
  );
}

/** The value of a filter. A choice is applied at once, the others with a button. */
export function FilterEditor({ filter, ...props }: Props<Filter>) {
  if (filter.kind === "choice") return <ChoiceEditor filter={filter} {...props} />;
  if (filter.kind === "text") return <TextEditor filter={filter} {...props} />;
  if (filter.kind === "days") return <DaysEditor filter={filter} {...props} />;
  return <DurationEditor filter={filter} {...props} />;
}
