"use client";

import { Button, Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
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
  const form = useForm<NumberValues>({
    initialValues: numberValuesOf(null, choices),
    validate: numberProblemsOf,
  });
  const leave = () => {
    close();
    form.reset();
  };
  const connect = form.onSubmit(async (values) => {
    const number = values.number.trim();
    const body = { number, ...numberBodyOf(values) };
    const result = await run(() => api.post<PhoneNumber>("/v1/phone-numbers", body), {
      form,
      done: `${number} is connected.`,
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
