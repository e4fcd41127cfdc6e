"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import type { Translator } from "@/messages/translator";
import { consentParts } from "./field-labels";

/** Consents of all added contacts, and their source. */
export type Agreed = { keys: readonly ConsentKey[]; source: string };
export const NOT_SAID: Agreed = { keys: [], source: "" };

/** The problem of consents without a source; null if there is none. */
export const sourceMissing = (t: Translator<"contacts.consent">, { keys, source }: Agreed): string | null =>
  keys.length > 0 && source.trim() === "" ? t("sourceMissing") : null;

type Props = {
  /** Consents that can be stated for all contacts. */
  offered: readonly ConsentKey[];
  value: Agreed;
  error: string | null;
  onChange: (next: Agreed) => void;
};

/** Asks for the consents of all added contacts; contacts without consent are blocked. */
export function AgreedFields({ offered, value, error, onChange }: Props) {
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
          {offered.map((key) => {
            const { purpose, channel } = consentParts(key);
            return <Checkbox key={key} value={key} label={t(`all.${purpose}.${channel}`)} />;
          })}
        </Stack>
      </Checkbox.Group>
      {value.keys.length > 0 && (
        <TextInput
          label={t("source")}
          placeholder={t("sourceExample")}
          maxLength={200}
          value={value.source}
          error={error}
          onChange={(event) => onChange({ ...value, source: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
