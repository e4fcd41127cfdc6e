"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { NumberFields } from "./number-fields";
import {
  type Choices,
  type NumberValues,
  numberBodyOf,
  numberProblemsOf,
  numberValuesOf,
} from "./number-values";

type Props = {
  choices: Choices;
  /** The agent to connect a number to, for which the form is open at first. */
  agentId: string | null;
};

/** Connects a number. */
export function NewNumber({ choices, agentId }: Props) {
  const [opened, { open, close }] = useDisclosure(agentId !== null);
  const t = useTranslations("numbers");
  const tHours = useTranslations("common.hours");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreatePhoneNumber, NumberValues>({
    loadSchema: async () => (await import("@/lib/agents/phone-numbers/schema")).CreatePhoneNumber,
    initialValues: { ...numberValuesOf(null, choices), agent_id: agentId },
    bodyOf: (values) => ({ number: values.number.trim(), ...numberBodyOf(values) }),
    problemsOf: (values) => numberProblemsOf(t, tHours, values),
  });
  const leave = () => {
    close();
    form.reset();
  };
  const connect = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/phone-numbers", { body }), {
      form,
      done: t("connect.done", { number: body.number }),
    });
    if (result.ok) leave();
  });
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {t("connect.action")}
      </Button>
      <Modal opened={opened} onClose={leave} title={t("connect.title")} centered size="lg">
        <form onSubmit={connect} noValidate>
          <NumberFields form={form} choices={choices} isNew />
          <FormButtons onCancel={leave} busy={busy} mt="lg">
            {t("connect.submit")}
          </FormButtons>
        </form>
      </Modal>
    </>
  );
}
