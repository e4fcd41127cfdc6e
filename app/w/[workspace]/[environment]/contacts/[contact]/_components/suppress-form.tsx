"use client";

import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { Suppress as SuppressionBody } from "@/lib/contacts/consent/schema";
import { CHANNELS } from "@/lib/contacts/consent/values";
import type { Contact } from "@/lib/contacts/contacts/schema";

type Values = { channels: string[]; reason: string };

/** The form of a suppression. */
export function SuppressForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const t = useTranslations("contacts.suppression");
  const tChannel = useTranslations("contacts.channel");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof SuppressionBody, Values>({
    loadSchema: async () => (await import("@/lib/contacts/consent/schema")).Suppress,
    initialValues: {
      channels: contact.suppression?.channels ?? [...CHANNELS],
      reason: contact.suppression?.reason ?? "",
    },
    bodyOf: (values) => values,
    problemsOf: ({ channels }) => ({ channels: channels.length === 0 ? t("channelsMissing") : null }),
  });
  const suppress = form.onSend(async (body) => {
    const result = await run(
      () => api.put("/v1/contacts/:contact/suppression", { params: { contact: contact.id }, body }),
      {
        done: t("done"),
        form,
      },
    );
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={suppress} noValidate>
      <Stack>
        <Text size="sm">{t("help")}</Text>
        <Checkbox.Group label={t("channels")} {...form.getInputProps("channels")}>
          <Group gap="lg" mt={6}>
            {CHANNELS.map((channel) => (
              <Checkbox key={channel} value={channel} label={tChannel(channel)} />
            ))}
          </Group>
        </Checkbox.Group>
        <FewLines
          label={t("reason")}
          placeholder={t("reasonExample")}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps("reason")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
