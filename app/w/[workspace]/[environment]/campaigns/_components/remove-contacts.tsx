"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";

type DraftContact = { campaignId: string; contactId: string; phone: string | null };

/** Removes a contact from a draft without a confirmation, as it is easily added again. */
export function RemoveContact({ campaignId, contactId, phone }: DraftContact) {
  const t = useTranslations("campaigns.contacts");
  const tCampaigns = useTranslations("campaigns");
  const { busy, run } = useAction();
  const remove = () =>
    run(
      () =>
        api.delete("/v1/campaigns/:id/contacts/:contact", { params: { id: campaignId, contact: contactId } }),
      { done: t("removed") },
    );
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={busy}
      onClick={remove}
      aria-label={t("removeOf", { contact: phone ?? tCampaigns("deletedContact") })}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Removes all contacts from a draft. */
export function RemoveAll({ campaignId, total }: { campaignId: string; total: number }) {
  const t = useTranslations("campaigns.contacts");
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      title={t("removeAllTitle")}
      message={t("removeAllHelp", { count: total })}
      confirm={t("removeAll")}
      onConfirm={() =>
        run(() => api.delete("/v1/campaigns/:id/contacts", { params: { id: campaignId } }), {
          done: t("removedAll"),
        })
      }
    >
      {t("removeAll")}
    </ConfirmButton>
  );
}
