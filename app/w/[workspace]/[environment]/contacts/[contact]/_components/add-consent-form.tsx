"use client";

import { Group, Radio, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { FewLines } from "@/components/few-lines";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { CHANNELS, PURPOSES } from "@/lib/contacts/consent/values";

const EMPTY = {
  purpose: "informational",
  channel: "call",
  granted: "yes",
  source: "",
  wording: "",
  evidence: "",
  /** A value of `datetime-local`; empty is now. */
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

/** The form of an entry of the consent history. */
export function AddConsentForm({ contactId, onDone }: { contactId: string; onDone: () => void }) {
  const t = useTranslations("contacts.consent");
  const tContacts = useTranslations("contacts");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/contacts/consent/schema")).NewConsent,
    initialValues: EMPTY,
    bodyOf,
    problemsOf: ({ source }) => ({ source: source.trim() === "" ? t("sourceMissing") : null }),
  });
  const add = form.onSend(async (body) => {
    const result = await run(
      () => api.post("/v1/contacts/:contact/consents", { params: { contact: contactId }, body }),
      {
        done: t("done"),
        form,
      },
    );
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={add} noValidate>
      <Stack>
        <Radio.Group label={t("answer")} {...form.getInputProps("granted")}>
          <Group gap="lg" mt={6}>
            <Radio value="yes" label={t("gave")} />
            <Radio value="no" label={t("withdrew")} />
          </Group>
        </Radio.Group>
        <Group grow align="flex-start">
          <ChoiceSelect
            label={t("purpose")}
            data={PURPOSES.map((value) => ({ value, label: tContacts(`purpose.${value}`) }))}
            {...form.getInputProps("purpose")}
          />
          <ChoiceSelect
            label={t("channel")}
            data={CHANNELS.map((value) => ({ value, label: tContacts(`channel.${value}`) }))}
            {...form.getInputProps("channel")}
          />
        </Group>
        <TextInput
          label={t("source")}
          placeholder={t("sourceExample")}
          maxLength={200}
          data-autofocus
          {...form.getInputProps("source")}
        />
        <TextInput
          type="datetime-local"
          label={t("at")}
          description={t("atHelp")}
          {...form.getInputProps("at")}
        />
        <FewLines
          label={t("wording")}
          placeholder={t("wordingExample")}
          maxLength={4_000}
          {...form.getInputProps("wording")}
        />
        <FewLines
          label={t("evidence")}
          placeholder={t("evidenceExample")}
          maxLength={4_000}
          {...form.getInputProps("evidence")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          {tContacts("history.add")}
        </FormButtons>
      </Stack>
    </form>
  );
}
