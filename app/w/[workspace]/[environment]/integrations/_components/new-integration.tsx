"use client";

import { Button, Modal, Radio, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { SetUpFindings } from "@/components/set-up-findings";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useSetUpCheck } from "@/components/use-set-up-check";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { descriptorOf, PROVIDER_DESCRIPTORS } from "@/lib/agents/providers/schema";
import type { Environment } from "@/lib/platform/context";
import { CredentialFields } from "./credential-fields";
import {
  bodyOf,
  emptyValues,
  fieldOf,
  type IntegrationValues,
  listsHosts,
  problemsOf,
} from "./integration-form";

const KINDS = PROVIDER_DESCRIPTORS.map(({ kind, choice }) => ({ value: kind, label: choice }));

/** Connects an integration. `environment`: the one that is looked at, as a first choice. */
export function NewIntegration({ environment }: { environment: Environment }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const { check, shown, close: closeCheck } = useSetUpCheck();
  const form = useBodyForm<typeof CreateIntegration, IntegrationValues>({
    schema: CreateIntegration,
    initialValues: emptyValues(environment),
    bodyOf,
    problemsOf,
    fieldOf,
  });
  // A secret does not wait in a closed form.
  const leave = () => {
    close();
    form.reset();
  };
  const connect = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/integrations", { body }), {
      form: form.messages,
      done: `${body.name} is connected.`,
    });
    if (!result.ok) return;
    leave();
    await check(result.data);
  });
  const { kind } = form.values;
  const { service, suggestedName } = descriptorOf(kind);

  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Connect
      </Button>
      <Modal opened={opened} onClose={leave} title="Connect an integration" centered size="lg">
        <form onSubmit={connect} noValidate autoComplete="off">
          <Stack>
            <Select label="Kind" data={KINDS} allowDeselect={false} {...form.getInputProps("kind")} />
            <TextInput
              label="Name"
              description={
                service === "model" || service === "speech"
                  ? "Agents choose by it: <name>:<model or voice>. Use the same name in both environments."
                  : "Tools name it. Use the same name in both environments."
              }
              placeholder={suggestedName}
              data-autofocus
              maxLength={100}
              {...form.getInputProps("name")}
            />
            <Radio.Group label="Environment" {...form.getInputProps("environment")}>
              <Stack gap="xs" mt={6}>
                <Radio value="live" label="Live" />
                <Radio value="test" label="Test" description="For rehearsals, test calls and trying a tool" />
              </Stack>
            </Radio.Group>
            <CredentialFields form={form} />
            {listsHosts(kind) && (
              <Textarea
                label="Hosts"
                description="The only ones that it is ever sent to, one a line: shop.example.com or shop.example.com:8443."
                autosize
                minRows={2}
                maxRows={6}
                spellCheck={false}
                {...form.getInputProps("hosts")}
              />
            )}
            <FormButtons onCancel={leave} busy={busy} mt="sm">
              Connect
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      <SetUpFindings check={shown} onClose={closeCheck} />
    </>
  );
}
