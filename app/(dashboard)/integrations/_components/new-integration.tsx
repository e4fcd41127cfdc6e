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
import type { Environment } from "@/lib/platform/context";
import { CredentialFields } from "./credential-fields";
import {
  bodyOf,
  emptyValues,
  fieldOf,
  hasOneHost,
  type IntegrationValues,
  isProvider,
  type Kind,
  problemsOf,
} from "./integration-form";

const KINDS = [
  { value: "bearer", label: "Bearer token" },
  { value: "basic", label: "User name and password" },
  { value: "header", label: "Header of your own" },
  { value: "model", label: "Server of language models" },
  { value: "twilio", label: "Twilio account, for calls and texts" },
  { value: "deepgram", label: "Deepgram, to hear callers" },
  { value: "elevenlabs", label: "ElevenLabs, for voices" },
  { value: "speech", label: "Server of speech (OpenAI's protocol)" },
];

/** Names that would do for what agents choose by. */
const NAMES: Partial<Record<Kind, string>> = {
  model: "our-models",
  deepgram: "deepgram",
  elevenlabs: "elevenlabs",
  speech: "our-voices",
};

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
  const provides = isProvider(kind);

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
                provides
                  ? `Agents choose by it: <name>:<${kind === "elevenlabs" ? "voice" : "model"}>. Use the same name in both environments.`
                  : "Tools name it. Use the same name in both environments."
              }
              placeholder={provides ? NAMES[kind] : "Order system"}
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
            {!hasOneHost(kind) && (
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
