"use client";

import { Anchor, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import type { ApiError } from "@/components/api-error";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { Link } from "@/components/link";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import { ZoneSelect } from "@/components/zone-select";
import type { NewConsent } from "@/lib/contacts/consent/schema";
import type { CreateContact } from "@/lib/contacts/contacts/schema";

/** Consents that a new contact can start with; the consent history takes all others. */
const OFFERED = (["informational", "telemarketing"] as const).flatMap((purpose) =>
  (["call", "text"] as const).map((channel) => ({ key: `${purpose}:${channel}`, purpose, channel })),
);

type Values = {
  phone: string;
  name: string;
  timezone: string | null;
  consents: string[];
  source: string;
  evidence: string;
};
const EMPTY: Values = { phone: "", name: "", timezone: null, consents: [], source: "", evidence: "" };

function bodyOf({ phone, name, timezone, consents: keys, source, evidence }: Values) {
  const consents: NewConsent[] = OFFERED.filter(({ key }) => keys.includes(key)).map(
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

/** The contact that already has the number, as named in the error. */
const existingContactOf = ({ code, message }: ApiError): string | null =>
  code === "conflict" ? (/ctc_[0-9a-z]{26}/.exec(message)?.[0] ?? null) : null;

/** The form that creates a contact with its first consents, and opens it. */
export function NewContactForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("contacts.create");
  const tConsent = useTranslations("contacts.consent");
  const tField = useTranslations("contacts.field");
  const tDetails = useTranslations("contacts.details");
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const form = useBodyForm<typeof CreateContact, Values>({
    loadSchema: async () => (await import("@/lib/contacts/contacts/schema")).CreateContact,
    bodyOf,
    initialValues: EMPTY,
    fieldOf: (path) => path.replace(/^consents\.\d+\./, ""),
    problemsOf: ({ phone, source, consents }) => ({
      phone: phone.trim() === "" ? t("phoneMissing") : null,
      source: consents.length > 0 && source.trim() === "" ? tConsent("sourceMissing") : null,
    }),
  });
  const create = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/contacts", { body }), {
      done: t("done"),
      form: form.messages,
      refresh: false,
    });
    if (result.ok) {
      onDone();
      return router.push(`/contacts/${result.data.id}`);
    }
    const existingContact = existingContactOf(result.error);
    if (existingContact === null) return;
    form.setFieldError(
      "phone",
      t.rich("exists", {
        link: (text) => (
          <Anchor
            component={Link}
            href={`/contacts/${existingContact}`}
            size="xs"
            inherit
            c="inherit"
            td="underline"
          >
            {text}
          </Anchor>
        ),
      }),
    );
  });
  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <TextInput
          label={tField("phone")}
          type="tel"
          placeholder="+12125550123"
          maxLength={50}
          data-autofocus
          {...form.getInputProps("phone")}
        />
        <TextInput
          label={tDetails("name")}
          placeholder={t("nameExample")}
          maxLength={200}
          {...form.getInputProps("name")}
        />
        <ZoneSelect description={t("zoneHelp")} {...form.getInputProps("timezone")} />
        <Checkbox.Group
          label={tConsent("label")}
          description={t("consentHelp")}
          {...form.getInputProps("consents")}
        >
          <Stack gap="xs" mt="xs">
            {OFFERED.map(({ key, purpose, channel }) => (
              <Checkbox key={key} value={key} label={tConsent(`kind.${purpose}.${channel}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {form.values.consents.length > 0 && (
          <>
            <TextInput
              label={tConsent("source")}
              placeholder={tConsent("sourceExample")}
              maxLength={200}
              {...form.getInputProps("source")}
            />
            <FewLines
              label={tConsent("evidence")}
              placeholder={tConsent("evidenceExample")}
              maxLength={4_000}
              {...form.getInputProps("evidence")}
            />
          </>
        )}
        <Text size="xs" c="dimmed">
          {t("encrypted")}
        </Text>
        <FormButtons onCancel={onDone} busy={busy}>
          {t("action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
