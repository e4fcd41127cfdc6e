"use client";

import { Button, Group, Modal, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { CHANNELS, NewConsent, PURPOSES } from "@/lib/contacts/consent/schema";
import { CHANNEL_NAMES, PURPOSE_NAMES } from "../../_components/labels";

const PURPOSE_CHOICES = PURPOSES.map((value) => ({ value, label: PURPOSE_NAMES[value] }));
const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }));
const EMPTY = {
  purpose: "informational",
  channel: "call",
  granted: "yes",
  source: "",
  wording: "",
  evidence: "",
  /** As `datetime-local` has it; empty is now. */
  at: "",
};

function bodyOf({ purpose, channel, granted, source, wording, evidence, at }: typeof EMPTY) {
  return {
    purpose,
    channel,
    granted: granted === "yes",
    source,
    ...(wording.trim() !== "" && { wording }),
    ...(evidence.trim() !== "" && { evidence }),
    ...(at !== "" && { at: new Date(at).toISOString() }),
  };
}

function Fields({ contactId, onDone }: { contactId: string; onDone: () => void }) {
  const { busy, run } = useAction();
  const form = useBodyForm({
    schema: NewConsent,
    initialValues: EMPTY,
    bodyOf,
    problemsOf: ({ source }) => ({ source: source.trim() === "" ? "Say where it comes from." : null }),
  });
  const add = form.onSend(async (body) => {
    const result = await run(
      () => api.post("/v1/contacts/:contact/consents", { params: { contact: contactId }, body }),
      {
        done: "The entry is in the ledger.",
        form,
      },
    );
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={add} noValidate>
      <Stack>
        <Radio.Group label="The contact" {...form.getInputProps("granted")}>
          <Group gap="lg" mt={6}>
            <Radio value="yes" label="Gave consent" />
            <Radio value="no" label="Took it back" />
          </Group>
        </Radio.Group>
        <Group grow align="flex-start">
          <Select
            label="Purpose"
            data={PURPOSE_CHOICES}
            allowDeselect={false}
            {...form.getInputProps("purpose")}
          />
          <Select
            label="Channel"
            data={CHANNEL_CHOICES}
            allowDeselect={false}
            {...form.getInputProps("channel")}
          />
        </Group>
        <TextInput
          label="Where it comes from"
          placeholder="Order form, letter, conversation"
          maxLength={200}
          data-autofocus
          {...form.getInputProps("source")}
        />
        <TextInput
          type="datetime-local"
          label="When"
          description="On your clock. Now, unless it is told; never ahead."
          {...form.getInputProps("at")}
        />
        <FewLines
          label="Wording"
          placeholder="Optional: the words that they agreed to"
          maxLength={4_000}
          {...form.getInputProps("wording")}
        />
        <FewLines
          label="Evidence"
          placeholder="Optional: what shows it"
          maxLength={4_000}
          {...form.getInputProps("evidence")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          Add to the ledger
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Adds an entry to a contact's ledger: a consent, or that one was taken back. */
export function AddConsent({ contactId }: { contactId: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
        Add entry
      </Button>
      <Modal opened={opened} onClose={close} title="Add to the ledger" centered>
        <Fields contactId={contactId} onDone={close} />
      </Modal>
    </>
  );
}
