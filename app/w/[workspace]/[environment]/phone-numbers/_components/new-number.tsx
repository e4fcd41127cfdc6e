"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { NumberFields } from "./number-fields";
import {
  type Choices,
  type NumberValues,
  numberBodyOf,
  numberProblemsOf,
  numberValuesOf,
} from "./number-values";

/** Connects a number. */
export function NewNumber({ choices }: { choices: Choices }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreatePhoneNumber, NumberValues>({
    schema: CreatePhoneNumber,
    initialValues: numberValuesOf(null, choices),
    bodyOf: (values) => ({ number: values.number.trim(), ...numberBodyOf(values) }),
    problemsOf: numberProblemsOf,
  });
  const leave = () => {
    close();
    form.reset();
  };
  const connect = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/phone-numbers", { body }), {
      form,
      done: `${body.number} is connected.`,
    });
    if (result.ok) leave();
  });
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Connect a number
      </Button>
      <Modal opened={opened} onClose={leave} title="Connect a phone number" centered size="lg">
        <form onSubmit={connect} noValidate>
          <NumberFields form={form} choices={choices} isNew />
          <FormButtons onCancel={leave} busy={busy} mt="lg">
            Connect
          </FormButtons>
        </form>
      </Modal>
    </>
  );
}
