"use client";

import { Button, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { type Key, UpdateKey } from "@/lib/identity/keys/schema";

/** One network a line; commas do as well. */
const networksIn = (text: string): string[] => text.split(/[\s,]+/).filter((network) => network !== "");

/** Says from where a key may be used. */
export function AddressesButton({ keyRow }: { keyRow: Key }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const form = useBodyForm({
    schema: UpdateKey,
    initialValues: { allowed_addresses: keyRow.allowed_addresses.join("\n") },
    bodyOf: ({ allowed_addresses }) => ({ allowed_addresses: networksIn(allowed_addresses) }),
    fieldOf: (path) => path.replace(/^allowed_addresses\..*$/, "allowed_addresses"),
  });
  const save = form.onSend(async (body) => {
    const result = await run(() => api.patch("/v1/keys/:id", { params: { id: keyRow.id }, body }), {
      form: form.messages,
      done: body.allowed_addresses?.length === 0 ? "The key works from anywhere." : "The key is bound.",
    });
    if (result.ok) close();
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Addresses of ${keyRow.name}`}>
        Addresses
      </Button>
      <Modal opened={opened} onClose={close} title={`From where ${keyRow.name} may be used`} centered>
        <form onSubmit={save} noValidate>
          <Stack>
            <Text size="sm">
              Requests from any other address are refused within two seconds. Leave it empty to allow all.
            </Text>
            <Textarea
              label="Addresses and networks"
              description="One a line: 203.0.113.7 or 2001:db8::/32"
              autosize
              minRows={3}
              data-autofocus
              {...form.getInputProps("allowed_addresses")}
            />
            <FormButtons onCancel={close} busy={busy}>
              Save
            </FormButtons>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
