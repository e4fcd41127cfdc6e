"use client";

import { Anchor, Button, Checkbox, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import type { ApiError } from "@/components/api-error";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { Link } from "@/components/link";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import { ZoneSelect } from "@/components/zone-select";
import type { ConsentChannel, NewConsent } from "@/lib/contacts/consent/schema";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { PURPOSE_NAMES } from "./labels";

/** Fields of a new contact; other data goes into the ledger later. */
const OFFERED = (["informational", "telemarketing"] as const).flatMap((purpose) =>
  (["call", "text"] as const).map((channel: ConsentChannel) => ({
    key: `${purpose}:${channel}`,
    purpose,
    channel,
    label: `${PURPOSE_NAMES[purpose]} by ${channel}`,
  })),
);

type Values = {
  phone: string;
  name: string;
  timezone: string | null;
  fieldNames: string[];
  source: string;
  evidence: string;
};
const EMPTY: Values = { phone: "", name: "", timezone: null, fieldNames: [], source: "", evidence: "" };

function bodyOf({ phone, name, timezone, fieldNames, source, evidence }: Values) {
  const consents: NewConsent[] = OFFERED.filter(({ key }) => fieldNames.includes(key)).map(
    ({ purpose, channel }) => ({
      purpose,
      channel,
      granted: true,
      source,
      ...(evidence.trim() !== "" && { evidence }),
    }),
  );
  return { phone, name: name.trim() === "" ? null : name, timezone, consents };
}

/** The contact that has the number already, which the refusal names. */
const namedIn = ({ code, message }: ApiError): string | null =>
  code === "conflict" ? (/ctc_[0-9a-z]{26}/.exec(message)?.[0] ?? null) : null;

function Fields({ onDone }: { onDone: () => void }) {
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const form = useBodyForm<typeof CreateContact, Values>({
    schema: CreateContact,
    bodyOf,
    initialValues: EMPTY,
    fieldOf: (path) => path.replace(/^consents\.\d+\./, ""),
    problemsOf: ({ phone, source, fieldNames }) => ({
      phone: phone.trim() === "" ? "Write the number with its country, as in +12125550123." : null,
      source: fieldNames.length > 0 && source.trim() === "" ? "Say where the consent comes from." : null,
    }),
  });
  const create = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/contacts", { body }), {
      done: "The contact is made.",
      form: form.messages,
      refresh: false,
    });
    if (result.ok) {
      onDone();
      return router.push(`/contacts/${result.data.id}`);
    }
    const knownContact = namedIn(result.error);
    if (knownContact === null) return;
    form.setFieldError(
      "phone",
      <>
        This number is a contact already.{" "}
        <Anchor
          component={Link}
          href={`/contacts/${knownContact}`}
          size="xs"
          inherit
          c="inherit"
          td="underline"
        >
          Open it
        </Anchor>
      </>,
    );
  });
  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <TextInput
          label="Number"
          type="tel"
          placeholder="+12125550123"
          maxLength={50}
          data-autofocus
          {...form.getInputProps("phone")}
        />
        <TextInput label="Name" placeholder="Optional" maxLength={200} {...form.getInputProps("name")} />
        <ZoneSelect
          description="The number tells it where it can. Without a zone a contact is held, as its hours are not known."
          {...form.getInputProps("timezone")}
        />
        <Checkbox.Group
          label="Consent that they gave"
          description="Without one nobody is called or texted. More can be added later."
          {...form.getInputProps("given")}
        >
          <Stack gap="xs" mt="xs">
            {OFFERED.map(({ key, label }) => (
              <Checkbox key={key} value={key} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {form.values.fieldNames.length > 0 && (
          <>
            <TextInput
              label="Where it comes from"
              placeholder="Order form of 3 November"
              maxLength={200}
              {...form.getInputProps("source")}
            />
            <FewLines
              label="Evidence"
              placeholder="Optional: what shows that they gave it"
              maxLength={4_000}
              {...form.getInputProps("evidence")}
            />
          </>
        )}
        <Text size="xs" c="dimmed">
          Number, name and evidence are sealed under a key of this contact's own.
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          Make the contact
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Makes a contact with its first consents, and opens it. */
export function NewContact() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        New contact
      </Button>
      <Modal opened={opened} onClose={close} title="New contact" centered>
        <Fields onDone={close} />
      </Modal>
    </>
  );
}
