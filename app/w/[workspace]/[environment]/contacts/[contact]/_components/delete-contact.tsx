"use client";

import { Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";

/** Deletes a contact permanently, and returns to the list. */
export function DeleteContact({ id }: { id: string }) {
  const t = useTranslations("contacts.delete");
  const router = useScopedRouter();
  const { run } = useAction();
  const remove = async () => {
    const result = await run(() => api.delete("/v1/contacts/:contact", { params: { contact: id } }), {
      done: t("done"),
      refresh: false,
    });
    if (result.ok) router.push("/contacts");
  };
  return (
    <ConfirmButton
      title={t("title")}
      message={
        <Stack gap="xs">
          <span>{t("help")}</span>
          <span>{t("campaignsHelp")}</span>
        </Stack>
      }
      confirm={t("action")}
      onConfirm={remove}
    >
      {t("open")}
    </ConfirmButton>
  );
}
