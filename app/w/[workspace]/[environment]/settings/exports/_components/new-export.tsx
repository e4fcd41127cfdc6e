"use client";

import { Button, Modal, Radio, Select, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { CreateExport } from "@/lib/data/exports/schema";

const DAY_MS = 86_400_000;
const RESOURCES = [
  { value: "calls", label: "Calls" },
  { value: "variables", label: "Variables of calls" },
  { value: "contacts", label: "Contacts" },
  { value: "audit", label: "Audit log" },
];
const TIMES = [
  { value: "", label: "All of the time" },
  { value: "1", label: "The last day" },
  { value: "7", label: "The last 7 days" },
  { value: "30", label: "The last 30 days" },
  { value: "90", label: "The last 90 days" },
];

type Values = Pick<CreateExport, "resource" | "format"> & { days: string };

function bodyOf({ days, ...values }: Values) {
  const isBounded = days !== "" && values.resource !== "contacts";
  const filters = isBounded
    ? { created_after: new Date(Date.now() - Number(days) * DAY_MS).toISOString() }
    : {};
  return { ...values, filters };
}

export function NewExport() {
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateExport, Values>({
    schema: CreateExport,
    initialValues: { resource: "calls", format: "csv", days: "30" },
    bodyOf,
  });
  const { resource } = form.values;
  const send = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/exports", { body }), {
      form,
      done: "The file is being written.",
    });
    if (result.ok) close();
  });
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        New export
      </Button>
      <Modal opened={opened} onClose={close} title="New export" centered>
        <form onSubmit={send} noValidate>
          <Stack>
            <Select
              label="Records"
              data={RESOURCES}
              allowDeselect={false}
              data-autofocus
              {...form.getInputProps("resource")}
            />
            {resource !== "contacts" && (
              <Select label="Time" data={TIMES} allowDeselect={false} {...form.getInputProps("days")} />
            )}
            <Radio.Group label="Format" {...form.getInputProps("format")}>
              <Stack gap="xs" mt={6}>
                <Radio value="csv" label="CSV" description="For a table calculator" />
                <Radio
                  value="jsonl"
                  label="JSON Lines"
                  description={resource === "calls" ? "For programs; with transcripts" : "For programs"}
                />
              </Stack>
            </Radio.Group>
            <FormButtons onCancel={close} busy={busy} mt="sm">
              Export
            </FormButtons>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
