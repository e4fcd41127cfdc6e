"use client";

import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { ZoneSelect } from "@/components/zone-select";
import type { Contact, UpdateContact } from "@/lib/contacts/contacts/schema";
import { MAX_ATTRIBUTES } from "@/lib/contacts/contacts/values";
import type { Translator } from "@/messages/translator";
import { type AttributeRow, attributesPatch, rowsOf } from "../attributes";

type Values = { name: string; timezone: string | null; rows: AttributeRow[] };

/** Error of a row's name: it is empty, or another row has the same. */
function nameProblem(t: Translator<"contacts.edit">, name: string, { rows }: Values): string | null {
  if (name === "") return t("nameMissing");
  return rows.filter((row) => row.name === name).length > 1 ? t("nameTaken") : null;
}

function Rows({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations("contacts.edit");
  const tDetails = useTranslations("contacts.details");
  const { rows } = form.values;
  return (
    <Fieldset legend={tDetails("attributes")} variant="unstyled">
      <Stack gap="xs" mt="xs">
        {rows.map(({ name }, at) => (
          // The name of a row changes while the user types, so it is not the key.
          <Group key={form.key(`rows.${at}`)} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={t("attributeName", { position: at + 1 })}
              placeholder={tDetails("name")}
              maxLength={64}
              flex={1}
              miw={0}
              {...form.getInputProps(`rows.${at}.name`)}
            />
            <TextInput
              aria-label={name === "" ? t("attributeValue", { position: at + 1 }) : t("valueOf", { name })}
              placeholder={t("value")}
              maxLength={1_000}
              flex={1}
              miw={0}
              {...form.getInputProps(`rows.${at}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={name === "" ? t("removeAttribute", { position: at + 1 }) : t("remove", { name })}
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
              {t("add")}
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

/** The form of a contact's name, time zone and attributes. */
export function EditContactForm({ contact: first, onDone }: { contact: Contact; onDone: () => void }) {
  const t = useTranslations("contacts.edit");
  const tContacts = useTranslations("contacts");
  const { busy, run } = useAction();
  // The page can refresh while the form is open: the form stays with the contact that it shows.
  const [contact, setContact] = useState(first);
  const form = useBodyForm<typeof UpdateContact, Values>({
    loadSchema: async () => (await import("@/lib/contacts/contacts/schema")).UpdateContact,
    initialValues: valuesOf(first),
    bodyOf: ({ name, timezone, rows }) => ({
      name: name.trim() === "" ? null : name,
      timezone,
      attributes: attributesPatch(contact.attributes, rows),
    }),
    problemsOf: (values) =>
      Object.fromEntries(
        values.rows.map(({ name }, at) => [`rows.${at}.name`, nameProblem(t, name, values)]),
      ),
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
      contact,
      (ifMatch) => api.patch("/v1/contacts/:contact", { params, body, ifMatch }),
      { done: t("done"), form },
    );
    if (saved !== null) onDone();
  });
  return (
    <form onSubmit={save} noValidate>
      {conditional.conflictDialog}
      <Stack>
        <TextInput
          label={tContacts("details.name")}
          maxLength={200}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <ZoneSelect description={t("zoneHelp")} {...form.getInputProps("timezone")} />
        <Rows form={form} />
        <Text size="xs" c="dimmed">
          {t("phoneHelp")}
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          {t("action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
