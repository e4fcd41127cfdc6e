"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import { contacts } from "./parts";

type DraftContact = { campaignId: string; contactId: string; phone: string | null };

/** Removes a contact from a draft without a confirmation, as it is easily added again. */
export function RemoveContact({ campaignId, contactId, phone }: DraftContact) {
  const { busy, run } = useAction();
  const remove = () =>
    run(
      () =>
        api.delete("/v1/campaigns/:id/contacts/:contact", { params: { id: campaignId, contact: contactId } }),
      {
        done: "They are out of the draft, and stay a contact.",
      },
    );
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={busy}
      onClick={remove}
      aria-label={`Take ${phone ?? "a deleted contact"} out`}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Removes all contacts from a draft. */
export function RemoveAll({ campaignId, total }: { campaignId: string; total: number }) {
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      title="Take everybody out of the draft?"
      message={`${contacts(total)} leave this draft. They stay contacts, with their consents. Values that came for this campaign's variables are gone.`}
      confirm="Take them out"
      onConfirm={() =>
        run(() => api.delete("/v1/campaigns/:id/contacts", { params: { id: campaignId } }), {
          done: "Nobody is in the draft any more.",
        })
      }
    >
      Take everybody out
    </ConfirmButton>
  );
}
