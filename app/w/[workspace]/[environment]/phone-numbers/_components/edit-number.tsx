"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { PhoneNumber, UpdatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { NumberFields } from "./number-fields";
import {
  type Choices,
  type NumberValues,
  numberBodyOf,
  numberProblemsOf,
  numberValuesOf,
} from "./number-values";

type Props = { number: PhoneNumber; choices: Choices };

function Fields({ number, choices, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("numbers");
  const tHours = useTranslations("common.hours");
  const { busy, run } = useAction();
  // The page can refresh while the form is open: the form stays with the number that it shows.
  const [stored, setStored] = useState<PhoneNumber>(number);
  const form = useBodyForm<typeof UpdatePhoneNumber, NumberValues>({
    loadSchema: async () => (await import("@/lib/agents/phone-numbers/schema")).UpdatePhoneNumber,
    initialValues: numberValuesOf(number, choices),
    bodyOf: numberBodyOf,
    problemsOf: (values) => numberProblemsOf(t, tHours, values),
  });
  const params = { id: number.id };
  const conditional = useConditionalSave({
    run,
    noun: "phone number",
    read: () => api.get("/v1/phone-numbers/:id", { params }),
    onLoad: (latest) => {
      setStored(latest);
      form.setValues(numberValuesOf(latest, choices));
    },
  });
  const save = form.onSend(async (body) => {
    const saved = await conditional.save(
      stored,
      (ifMatch) => api.patch("/v1/phone-numbers/:id", { params, body, ifMatch }),
      { form, done: t("change.saved") },
    );
    if (saved !== null) onDone();
  });
  return (
    <form onSubmit={save} noValidate>
      {conditional.conflictDialog}
      <NumberFields form={form} choices={choices} isNew={false} />
      <FormButtons onCancel={onDone} busy={busy} mt="lg">
        {t("change.save")}
      </FormButtons>
    </form>
  );
}

/** Changes the agent, the hours and the forwarding of a number. */
export function EditNumber(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const t = useTranslations("numbers.change");
  const { number } = props.number;
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t("of", { number })}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={number} centered size="lg">
        <Fields {...props} onDone={close} />
      </Modal>
    </>
  );
}
