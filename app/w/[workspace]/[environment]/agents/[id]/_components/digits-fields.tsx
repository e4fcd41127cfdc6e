"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { NumberInput } from "@/components/number-input";
import type { DigitsRule } from "@/lib/agents/agents/schema";
import type { VariableValues } from "./agent-form";

const CHECKSUMS = ["none", "luhn", "mod_97"] as const;
const MAX_DIGITS = 32;
/** The rule that a first input starts with. */
const ANY_DIGITS: DigitsRule = { min_length: 1, max_length: MAX_DIGITS, checksum: "none" };

type Props = {
  at: number;
  digits: VariableValues["digits"];
  change: (at: number, changes: Partial<VariableValues>) => void;
};

/** The length and check digit of a number that a text variable holds. Empty lengths: the text is no number. */
export function DigitsFields({ at, digits, change }: Props) {
  const t = useTranslations("agents");
  const edit = (changes: Partial<DigitsRule>) =>
    change(at, { digits: { ...(digits ?? ANY_DIGITS), ...changes } });
  const editLength = (name: "min_length" | "max_length") => (value: string | number) => {
    if (typeof value === "number") edit({ [name]: value });
    else change(at, { digits: null });
  };
  return (
    <>
      <NumberInput
        label={t("field.minDigits")}
        description={t("variables.digitsHelp")}
        data-path={`variables.${at}.digits.min_length`}
        min={1}
        max={MAX_DIGITS}
        allowDecimal={false}
        value={digits?.min_length ?? ""}
        onChange={editLength("min_length")}
      />
      <NumberInput
        label={t("field.maxDigits")}
        data-path={`variables.${at}.digits.max_length`}
        min={1}
        max={MAX_DIGITS}
        allowDecimal={false}
        value={digits?.max_length ?? ""}
        onChange={editLength("max_length")}
      />
      {digits !== null && (
        <NativeSelect
          label={t("field.checksum")}
          data-path={`variables.${at}.digits.checksum`}
          data={CHECKSUMS.map((value) => ({ value, label: t(`variables.checksum.${value}`) }))}
          value={digits.checksum}
          onChange={(event) => {
            const checksum = CHECKSUMS.find((candidate) => candidate === event.currentTarget.value);
            if (checksum !== undefined) edit({ checksum });
          }}
        />
      )}
    </>
  );
}
