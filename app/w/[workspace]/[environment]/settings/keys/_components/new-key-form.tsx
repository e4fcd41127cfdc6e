"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { CreateKey } from "@/lib/identity/keys/schema";
import type { Environment, Role } from "@/lib/platform/context";

const DAY_MS = 86_400_000;
/** Lifetimes in days. Keys without an expiry exist because a telephone system is not reconfigured every quarter. */
const LIFETIMES = ["30", "90", "365", "never"] as const;
const DEFAULT_LIFETIME = "90";

type Values = { name: string; role: Role; environment: Environment; expires_at: string };

const bodyOf = ({ expires_at: days, ...values }: Values) => ({
  ...values,
  expires_at: days === "never" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
});

type Props = {
  /** The roles that the member can assign, weakest first. */
  roles: readonly Role[];
  environment: Environment;
  onCancel: () => void;
  /** Gets the key's secret, which the API returns only then. */
  onCreated: (secret: string | null) => void;
};

/** Creates an API key. */
export function NewKeyForm({ roles, environment, onCancel, onCreated }: Props) {
  const t = useTranslations("access");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateKey, Values>({
    loadSchema: async () => (await import("@/lib/identity/keys/schema")).CreateKey,
    bodyOf,
    initialValues: { name: "", role: "builder", environment, expires_at: DEFAULT_LIFETIME },
    problemsOf: ({ name }) => ({
      name: name.trim() === "" ? t("keyCreate.nameMissing") : null,
    }),
  });

  const create = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/keys", { body }), { form });
    if (result.ok) onCreated(result.data.secret ?? null);
  });

  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <TextInput
          label={t("keys.name")}
          placeholder={t("keyCreate.namePlaceholder")}
          data-autofocus
          maxLength={200}
          {...form.getInputProps("name")}
        />
        <Radio.Group label={t("keys.role")} {...form.getInputProps("role")}>
          <Stack gap="xs" mt={6}>
            {roles.map((role) => (
              <Radio
                key={role}
                value={role}
                label={t(`role.${role}`)}
                description={t(`keyCreate.role.${role}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group label={t("keys.environment")} {...form.getInputProps("environment")}>
          <Stack gap="xs" mt={6}>
            <Radio value="live" label={t("keyCreate.live")} />
            <Radio value="test" label={t("keyCreate.test")} description={t("keyCreate.testHelp")} />
          </Stack>
        </Radio.Group>
        <ChoiceSelect
          label={t("keyCreate.expiry")}
          data={LIFETIMES.map((value) => ({ value, label: t(`keyCreate.lifetime.${value}`) }))}
          {...form.getInputProps("expires_at")}
        />
        <FormButtons onCancel={onCancel} busy={busy} mt="sm">
          {t("keyCreate.create")}
        </FormButtons>
      </Stack>
    </form>
  );
}
