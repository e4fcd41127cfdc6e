"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { type PhoneNumber, UpdatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
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
  const { busy, run } = useAction();
  // The page can refresh while the form is open: the form stays with the number that it shows.
  const [revision, setRevision] = useState(number.revision);
  const form = useBodyForm<typeof UpdatePhoneNumber, NumberValues>({
    schema: UpdatePhoneNumber,
    initialValues: numberValuesOf(number, choices),
    bodyOf: numberBodyOf,
    problemsOf: numberProblemsOf,
  });
  const params = { id: number.id };
  const conditional = useConditionalSave({
    run,
    noun: "phone number",
    read: () => api.get("/v1/phone-numbers/:id", { params }),
    onLoad: (latest) => {
      setRevision(latest.revision);
      form.setValues(numberValuesOf(latest, choices));
    },
  });
  const save = form.onSend(async (body) => {
    const saved = await conditional.save(
      revision,
      (ifMatch) => api.patch("/v1/phone-numbers/:id", { params, body, ifMatch }),
      { form, done: "Saved." },
    );
    if (saved !== null) onDone();
  });
  return (
    <form onSubmit={save} noValidate>
      {conditional.conflictDialog}
      <NumberFields form={form} choices={choices} isNew={false} />
      <FormButtons onCancel={onDone} busy={busy} mt="lg">
        Save
      </FormButtons>
    </form>
  );
}

/** Changes who answers on a number, and when. */
export function EditNumber(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { number } = props.number;
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Change ${number}`}>
        Change
      </Button>
      <Modal opened={opened} onClose={close} title={number} centered size="lg">
        <Fields {...props} onDone={close} />
      </Modal>
    </>
  );
}
