"use client";

import { ActionIcon, Button, Fieldset, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { ZoneSelect } from "@/components/zone-select";
import { type Contact, MAX_ATTRIBUTES, UpdateContact } from "@/lib/contacts/contacts/schema";
import { type AttributeRow, attributesPatch, rowsOf } from "../attributes";

type Values = { name: string; timezone: string | null; rows: AttributeRow[] };

/** Error of a row's name: it is empty, or another row has the same. */
function nameProblem(name: string, { rows }: Values): string | null {
  if (name === "") return "Give it a name.";
  return rows.filter((row) => row.name === name).length > 1 ? "There is one of this name already." : null;
}

function Rows({ form }: { form: UseFormReturnType<Values> }) {
  const { rows } = form.values;
  return (
    <Fieldset legend="Attributes" variant="unstyled">
      <Stack gap="xs" mt="xs">
        {rows.map(({ name }, at) => (
          // A row has no name that stays: one is typing it.
          <Group key={form.key(`rows.${at}`)} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={`Name of attribute ${at + 1}`}
              placeholder="Name"
              maxLength={64}
              flex={1}
              miw={0}
              {...form.getInputProps(`rows.${at}.name`)}
            />
            <TextInput
              aria-label={`Value of ${name || `attribute ${at + 1}`}`}
              placeholder="Value"
              maxLength={1_000}
              flex={1}
              miw={0}
              {...form.getInputProps(`rows.${at}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${name || `attribute ${at + 1}`}`}
              onClick={() => form.removeListItem("rows", at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < MAX_ATTRIBUTES && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => form.insertListItem("rows", { name: "", value: "" })}
            >
              Add an attribute
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

const valuesOf = ({ name, timezone, timezone_source, attributes }: Contact): Values => ({
  name: name ?? "",
  timezone: timezone_source === "provided" ? timezone : null,
  rows: rowsOf(attributes),
});

function Fields({ contact: first, onDone }: { contact: Contact; onDone: () => void }) {
  const { busy, run } = useAction();
  // The page can refresh while the form is open: the form stays with the contact that it shows.
  const [contact, setContact] = useState(first);
  const form = useBodyForm<typeof UpdateContact, Values>({
    schema: UpdateContact,
    initialValues: valuesOf(first),
    bodyOf: ({ name, timezone, rows }) => ({
      name: name.trim() === "" ? null : name,
      timezone,
      attributes: attributesPatch(contact.attributes, rows),
    }),
    problemsOf: (values) =>
      Object.fromEntries(values.rows.map(({ name }, at) => [`rows.${at}.name`, nameProblem(name, values)])),
  });
  const params = { contact: contact.id };
  const conditional = useConditionalSave({
    run,
    noun: "contact",
    read: () => api.get("/v1/contacts/:contact", { params }),
    onLoad: (latest) => {
      setContact(latest);
      form.setValues(valuesOf(latest));
    },
  });
  const save = form.onSend(async (body) => {
    const saved = await conditional.save(
      contact.revision,
      (ifMatch) => api.patch("/v1/contacts/:contact", { params, body, ifMatch }),
      { done: "Saved.", form },
    );
    if (saved !== null) onDone();
  });
  return (
    <form onSubmit={save} noValidate>
      {conditional.conflictDialog}
      <Stack>
        <TextInput label="Name" maxLength={200} data-autofocus {...form.getInputProps("name")} />
        <ZoneSelect
          description="Their hours are kept on this clock. Empty, it is the number's own."
          {...form.getInputProps("timezone")}
        />
        <Rows form={form} />
        <Text size="xs" c="dimmed">
          The number stays, as consent was given for it.
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          Save
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Edits what is known of a contact. */
export function EditContact({ contact }: { contact: Contact }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Edit
      </Button>
      <Modal opened={opened} onClose={close} title="Edit contact" centered>
        <Fields contact={contact} onDone={close} />
      </Modal>
    </>
  );
}
