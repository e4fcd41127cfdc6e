"use client";

import { Checkbox, Group } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { DAYS } from "@/lib/contacts/policy/values";
import { ChoiceSelect } from "./choice-select";
import { clockChoices, dayName } from "./week";

const CLOCK_PX = 130;

type Props = {
  /** A form's properties for its field `days`, `start` or `end`. */
  inputOf: (field: "days" | "start" | "end") => object;
  /** The selected time, as `09:00`, so that the list always contains it. */
  start: string;
  end: string;
};

/** Days of the week, and from when to when on each of them. */
export function WeekHours({ inputOf, start, end }: Props) {
  const t = useTranslations("common.hours");
  const format = useFormatter();
  return (
    <>
      <Checkbox.Group label={t("days")} {...inputOf("days")}>
        <Group gap="md" mt={6}>
          {DAYS.map((day) => (
            <Checkbox key={day} value={day} label={dayName(format, day, "long")} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="flex-start">
        <ChoiceSelect
          label={t("from")}
          data={clockChoices(start, false)}
          w={CLOCK_PX}
          {...inputOf("start")}
        />
        <ChoiceSelect label={t("to")} data={clockChoices(end, true)} w={CLOCK_PX} {...inputOf("end")} />
      </Group>
    </>
  );
}
