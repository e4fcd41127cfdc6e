"use client";

import { Button, Modal, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { SecretModal } from "@/components/secret-modal";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { CreateKey } from "@/lib/identity/keys/schema";
import type { Environment, Role } from "@/lib/platform/context";

const DAY_MS = 86_400_000;
/** Choices of a key's life. A key for good is there, as a telephone system is not touched every quarter. */
const LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "Never" },
];
const DEFAULT_LIFE = "90";

const MEANING: Record<Role, string> = {
  viewer: "Reads agents, calls and masked transcripts",
  builder: "Builds agents and tools, holds conversations",
  admin: "Deploys, and manages keys and integrations",
  owner: "May do everything",
};

type Values = { name: string; role: Role; environment: Environment; expires_at: string };

const bodyOf = ({ expires_at: days, ...values }: Values) => ({
  ...values,
  expires_at: days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
});

/** `roles`: what the person may hand out, from the weakest. */
export function NewKey({ roles, environment }: { roles: readonly Role[]; environment: Environment }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateKey, Values>({
    schema: CreateKey,
    bodyOf,
    initialValues: { name: "", role: "builder", environment, expires_at: DEFAULT_LIFE },
    problemsOf: ({ name }) => ({
      name: name.trim() === "" ? "Give it a name that says what uses it." : null,
    }),
  });

  const create = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/keys", { body }), { form });
    if (!result.ok) return;
    close();
    form.reset();
    setSecret(result.data.secret ?? null);
  });

  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        New key
      </Button>
      <Modal opened={opened} onClose={close} title="New key" centered>
        <form onSubmit={create} noValidate>
          <Stack>
            <TextInput
              label="Name"
              placeholder="Telephone system"
              data-autofocus
              maxLength={200}
              {...form.getInputProps("name")}
            />
            <Radio.Group label="Role" {...form.getInputProps("role")}>
              <Stack gap="xs" mt={6}>
                {roles.map((role) => (
                  <Radio
                    key={role}
                    value={role}
                    label={role.charAt(0).toUpperCase() + role.slice(1)}
                    description={MEANING[role]}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Radio.Group label="Environment" {...form.getInputProps("environment")}>
              <Stack gap="xs" mt={6}>
                <Radio value="live" label="Live" />
                <Radio value="test" label="Test" description="Its calls are simulated and reach nobody" />
              </Stack>
            </Radio.Group>
            <Select
              label="Stops working after"
              data={LIVES}
              allowDeselect={false}
              comboboxProps={{ withinPortal: true }}
              {...form.getInputProps("expires_at")}
            />
            <FormButtons onCancel={close} busy={busy} mt="sm">
              Make the key
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      <SecretModal kind="key" secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
