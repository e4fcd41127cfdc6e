"use client";

import { Stack, Text, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { Key } from "@/lib/identity/keys/schema";

/** The networks of a text, separated by white space or commas. */
const parseNetworks = (text: string): string[] => text.split(/[\s,]+/).filter((network) => network !== "");

/** Edits the IP allowlist of a key. */
export function AddressesForm({ keyRow, onDone }: { keyRow: Key; onDone: () => void }) {
  const t = useTranslations("access.keyAddresses");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/identity/keys/schema")).UpdateKey,
    initialValues: { allowed_addresses: keyRow.allowed_addresses.join("\n") },
    bodyOf: ({ allowed_addresses }) => ({ allowed_addresses: parseNetworks(allowed_addresses) }),
    fieldOf: (path) => path.replace(/^allowed_addresses\..*$/, "allowed_addresses"),
  });
  const save = form.onSend(async (body) => {
    const result = await run(() => api.patch("/v1/keys/:id", { params: { id: keyRow.id }, body }), {
      form: form.messages,
      done: body.allowed_addresses?.length === 0 ? t("cleared") : t("done"),
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Text size="sm">{t("help")}</Text>
        <Textarea
          label={t("addresses")}
          description={t("addressesHelp")}
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps("allowed_addresses")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("save")}
        </FormButtons>
      </Stack>
    </form>
  );
}
