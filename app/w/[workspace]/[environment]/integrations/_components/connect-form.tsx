"use client";

import { Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { CreateIntegration, Integration } from "@/lib/agents/integrations/schema";
import { descriptorOf } from "@/lib/agents/providers/schema";
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
import { firstKindOf, kindOptions, serviceOf } from "./services";

type Props = {
  environment: Environment;
  /** The name of the service whose first kind is selected at first; null for the first service. */
  service: string | null;
  onCancel: () => void;
  onConnect: (integration: Integration) => Promise<void>;
};

/** The form of a new integration. Its secrets are discarded when it is unmounted with its dialog. */
export function ConnectForm({ environment, service: firstService, onCancel, onConnect }: Props) {
  const t = useTranslations("integrations.connect");
  const tEnvironment = useTranslations("integrations.environment");
  const tService = useTranslations("integrations.service");
  const tChoice = useTranslations("providers.choice");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateIntegration, IntegrationValues>({
    loadSchema: async () => (await import("@/lib/agents/integrations/schema")).CreateIntegration,
    initialValues: emptyValues(environment, firstKindOf(serviceOf(firstService))),
    bodyOf,
    problemsOf: (values) => problemsOf(t, values),
    fieldOf,
  });
  const connect = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/integrations", { body }), {
      form: form.messages,
      done: t("done", { name: body.name }),
    });
    if (result.ok) await onConnect(result.data);
  });
  const { kind } = form.values;
  const { service } = descriptorOf(kind);

  return (
    <form onSubmit={connect} noValidate autoComplete="off">
      <Stack>
        <ChoiceSelect
          label={t("type")}
          data={kindOptions(tService, tChoice)}
          {...form.getInputProps("kind")}
        />
        <TextInput
          label={t("name")}
          description={t(`nameHelp.${service}`)}
          placeholder={t(`nameExample.${service}`)}
          data-autofocus
          maxLength={100}
          {...form.getInputProps("name")}
        />
        <Radio.Group label={t("environment")} {...form.getInputProps("environment")}>
          <Stack gap="xs" mt={6}>
            <Radio value="live" label={tEnvironment("live")} />
            <Radio value="test" label={tEnvironment("test")} description={t("testHelp")} />
          </Stack>
        </Radio.Group>
        <CredentialFields form={form} />
        {listsHosts(kind) && (
          <Textarea
            label={t("hosts")}
            description={t("hostsHelp")}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            {...form.getInputProps("hosts")}
          />
        )}
        <FormButtons onCancel={onCancel} busy={busy} mt="sm">
          {t("action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
