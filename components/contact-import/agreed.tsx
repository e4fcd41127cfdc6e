"use client";

import { Checkbox, Stack, TextInput } from "@mantine/core";
import type { ConsentKey } from "@/lib/contacts/consent/schema";
import { consentLabel } from "./field-labels";

/** Consents of all added contacts, and their source. */
export type Agreed = { keys: readonly ConsentKey[]; source: string };
export const NOT_SAID: Agreed = { keys: [], source: "" };

/** The problem of consents without a source; null if there is none. */
export const sourceMissing = ({ keys, source }: Agreed): string | null =>
  keys.length > 0 && source.trim() === "" ? "Enter the source of the consent." : null;

type Props = {
  /** Consents that can be stated for all contacts. */
  offered: readonly ConsentKey[];
  value: Agreed;
  error: string | null;
  onChange: (next: Agreed) => void;
};

/** Asks for the consents of all added contacts; contacts without consent are blocked. */
export function AgreedFields({ offered, value, error, onChange }: Props) {
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="Consent"
        description="Each added contact's consent ledger records it, with your name. Select nothing if consent is recorded already. Contacts without consent are blocked."
        value={[...value.keys]}
        onChange={(keys) => onChange({ ...value, keys: offered.filter((key) => keys.includes(key)) })}
      >
        <Stack gap="xs" mt="xs">
          {offered.map((key) => (
            <Checkbox key={key} value={key} label={`All contacts consented to ${consentLabel(key)}`} />
          ))}
        </Stack>
      </Checkbox.Group>
      {value.keys.length > 0 && (
        <TextInput
          label="Source of the consent"
          placeholder="Order form, June 2026"
          maxLength={200}
          value={value.source}
          error={error}
          onChange={(event) => onChange({ ...value, source: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
