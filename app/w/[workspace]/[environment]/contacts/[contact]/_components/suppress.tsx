"use client";

import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { api } from "@/components/api";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { CHANNELS, Suppress as SuppressionBody } from "@/lib/contacts/consent/schema";
import type { Contact } from "@/lib/contacts/contacts/schema";
import { CHANNEL_NAMES } from "../../_components/labels";

type Values = { channels: string[]; reason: string };

function Fields({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { busy, run } = useAction();
  const form = useBodyForm<typeof SuppressionBody, Values>({
    schema: SuppressionBody,
    initialValues: {
      channels: contact.suppression?.channels ?? [...CHANNELS],
      reason: contact.suppression?.reason ?? "",
    },
    bodyOf: (values) => values,
    problemsOf: ({ channels }) => ({ channels: channels.length === 0 ? "Choose at least one." : null }),
  });
  const suppress = form.onSend(async (body) => {
    const result = await run(
      () => api.put("/v1/contacts/:contact/suppression", { params: { contact: contact.id }, body }),
      {
        done: "The contact is left alone.",
        form,
      },
    );
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={suppress} noValidate>
      <Stack>
        <Text size="sm">
          From now on they are not reached on these channels, by whatever campaign, call or text, whatever
          consent they gave. A call that goes on is not cut off. It holds for the number, also if the contact
          is deleted.
        </Text>
        <Checkbox.Group label="Leave them alone on" {...form.getInputProps("channels")}>
          <Group gap="lg" mt={6}>
            {CHANNELS.map((channel) => (
              <Checkbox key={channel} value={channel} label={CHANNEL_NAMES[channel]} />
            ))}
          </Group>
        </Checkbox.Group>
        <FewLines
          label="Reason"
          placeholder="Optional: asked in a letter of 3 November"
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps("reason")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          Leave them alone
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Suppresses a contact on request, or changes on what and why. */
export function Suppress({ contact, children }: { contact: Contact; children: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {children}
      </Button>
      <Modal opened={opened} onClose={close} title="Leave this contact alone" centered>
        <Fields contact={contact} onDone={close} />
      </Modal>
    </>
  );
}
