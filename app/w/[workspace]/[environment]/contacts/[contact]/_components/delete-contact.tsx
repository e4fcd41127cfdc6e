"use client";

import { Stack } from "@mantine/core";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";

/** Deletes a contact for good, and leads back to the list. */
export function DeleteContact({ id }: { id: string }) {
  const router = useScopedRouter();
  const { run } = useAction();
  const remove = async () => {
    const result = await run(() => api.delete("/v1/contacts/:contact", { params: { contact: id } }), {
      done: "The contact is deleted.",
      refresh: false,
    });
    if (result.ok) router.push("/contacts");
  };
  return (
    <ConfirmButton
      title="Delete this contact?"
      message={
        <Stack gap="xs">
          <span>
            The contact, its ledger and its attributes go for good, and so does the key under which everything
            said with them is sealed: transcripts of their calls and texts become unreadable. This cannot be
            undone.
          </span>
          <span>Campaigns go on without them. A suppression stays for the number, without its reason.</span>
        </Stack>
      }
      confirm="Delete the contact"
      onConfirm={remove}
    >
      Delete
    </ConfirmButton>
  );
}
