"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAddress } from "@/components/use-address";
import classes from "./filters.module.css";
import { isTimed, subtractDays } from "./time";

type Props = {
  /** The first and last counted day. */
  days: { first: string; last: string };
  today: string;
};

/** Days until today of each button. The default of the API needs no parameters. */
const SPANS = [1, 7, 30, 90] as const;
const DEFAULT_SPAN = 30;

/** Selects the period: one click for the usual ones, or two days. */
export function RangePicker({ days, today }: Props) {
  const t = useTranslations("analytics.filters");
  const address = useAddress();
  const [isOpened, setIsOpened] = useState(false);
  const isOfDays = !isTimed(address.get("from"), address.get("to"));
  const fromOf = (span: number) => subtractDays(today, span - 1);
  const current = SPANS.find((span) => isOfDays && days.first === fromOf(span) && days.last === today);
  const isCustom = isOpened || current === undefined;
  const select = (span: number) => {
    setIsOpened(false);
    address.set({ from: span === DEFAULT_SPAN ? null : fromOf(span), to: null });
  };
  const date = (name: "from" | "to", day: string) => (
    <TextInput
      key={`${name} ${day}`}
      type="date"
      label={t(name)}
      defaultValue={day}
      max={today}
      onChange={({ currentTarget: { value } }) =>
        value !== "" && address.set({ from: days.first, to: days.last, [name]: value })
      }
      flex={{ base: "1 1 130px", sm: "0 1 150px" }}
    />
  );
  return (
    <Group gap="sm" align="flex-end">
      <fieldset className={classes.spans} aria-label={t("period")}>
        {SPANS.map((span) => (
          <Button
            key={span}
            size="sm"
            px={{ base: 6, sm: "sm" }}
            variant={!isCustom && current === span ? "light" : "default"}
            aria-pressed={!isCustom && current === span}
            onClick={() => select(span)}
          >
            {span === 1 ? t("today") : t("lastDays", { days: span })}
          </Button>
        ))}
        <Button
          size="sm"
          px={{ base: 6, sm: "sm" }}
          variant={isCustom ? "light" : "default"}
          aria-pressed={isCustom}
          onClick={() => setIsOpened(true)}
        >
          {t("custom")}
        </Button>
      </fieldset>
      {isCustom && (
        <>
          {date("from", days.first)}
          {date("to", days.last)}
        </>
      )}
    </Group>
  );
}
