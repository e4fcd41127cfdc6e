"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
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
  const form = useBodyForm<typeof UpdatePhoneNumber, NumberValues>({
    schema: UpdatePhoneNumber,
    initialValues: numberValuesOf(number, choices),
    bodyOf: numberBodyOf,
    problemsOf: numberProblemsOf,
  });
  const save = form.onSend(async (body) => {
    const request = { params: { id: number.id }, body };
    const result = await run(() => api.patch("/v1/phone-numbers/:id", request), {
      form,
      done: "Saved.",
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={save} noValidate>
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
