"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ConsentChannel, ConsentKey, ConsentPurpose } from "@/lib/contacts/consent/schema";
import type { Translator } from "@/messages/translator";

/** Consents of all added contacts, and their source. */
export type Agreed = { keys: readonly ConsentKey[]; source: string };
export const NOT_SAID: Agreed = { keys: [], source: "" };

function labelOf(t: Translator<"contacts.consent">, key: ConsentKey): string {
  const [purpose, channel] = key.split(":") as [ConsentPurpose, ConsentChannel];
  return t(`all.${purpose}.${channel}`);
}

/** Whether the source of the stated consents is missing. */
export const isSourceMissing = ({ keys, source }: Agreed): boolean => keys.length > 0 && source.trim() === "";

type Props = {
  /** Consents that can be stated for all contacts. */
  offered: readonly ConsentKey[];
  value: Agreed;
  /** Whether to show that the source is missing. */
  isChecked: boolean;
  onChange: (next: Agreed) => void;
};

/** Asks for the consents of all added contacts; contacts without consent are blocked. */
export function AgreedFields({ offered, value, isChecked, onChange }: Props) {
  const t = useTranslations("contacts.consent");
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t("label")}
        description={t("help")}
        value={[...value.keys]}
        onChange={(keys) => onChange({ ...value, keys: offered.filter((key) => keys.includes(key)) })}
      >
        <Stack gap="xs" mt="xs">
          {offered.map((key) => (
            <Checkbox key={key} value={key} label={labelOf(t, key)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {value.keys.length > 0 && (
        <TextInput
          label={t("source")}
          placeholder={t("sourceExample")}
          maxLength={200}
          value={value.source}
          error={isChecked && isSourceMissing(value) ? t("sourceMissing") : null}
          onChange={(event) => onChange({ ...value, source: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
