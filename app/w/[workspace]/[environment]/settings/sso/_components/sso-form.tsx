"use client";

import {
  Badge,
  Button,
  Fieldset,
  FileButton,
  Group,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { api } from "@/components/api";
import { ChoiceSelect } from "@/components/choice-select";
import { SubmitButton } from "@/components/submit-button";
import { TagsInput } from "@/components/tags-input";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { PutSso, Sso } from "@/lib/identity/sso/schema";
import { OperatorRequest } from "./operator-request";
import { RoleRules } from "./role-rules";
import { SetupStep } from "./setup-step";
import { ASSIGNABLE_ROLES, bodyOf, fieldOf, MAX_FILE_BYTES, type SsoValues, valuesOf } from "./sso-values";

const EXAMPLES = {
  url: "https://idp.example.com/metadata",
  domain: "example.com",
  attribute: "groups",
} as const;

function Domains({ domains, workspaceId }: Pick<Sso, "domains"> & { workspaceId: string }) {
  const t = useTranslations("sso.people");
  if (domains.length === 0) return null;
  const pending = domains.filter(({ confirmed_at }) => confirmed_at === null);
  return (
    <Stack gap={4}>
      {domains.map(({ domain, confirmed_at }) => (
        <Group key={domain} gap="xs">
          <Badge color={confirmed_at === null ? "orange" : "teal"}>
            {confirmed_at === null ? t("pending") : t("confirmed")}
          </Badge>
          <Text size="sm">{domain}</Text>
        </Group>
      ))}
      {pending.length > 0 && (
        <OperatorRequest
          help={t("pendingHelp")}
          commands={pending.map(({ domain }) => `npm run workspace -- domain ${workspaceId} ${domain}`)}
        />
      )}
    </Stack>
  );
}

type Props = { sso: Sso; workspaceId: string; onDirtyChange: (isDirty: boolean) => void };

/** Connects a provider, and sets who can sign in with which role. */
export function SsoForm({ sso, workspaceId, onDirtyChange }: Props) {
  const t = useTranslations("sso");
  const tRole = useTranslations("access.role");
  const { busy, run } = useAction();
  const { connection } = sso;
  const form = useBodyForm<typeof PutSso, SsoValues>({
    loadSchema: async () => (await import("@/lib/identity/sso/schema")).PutSso,
    initialValues: valuesOf(sso),
    bodyOf,
    fieldOf,
  });
  const save = form.onSend(async (body) => {
    await run(() => api.put("/v1/sso", { body, ifMatch: sso.revision }), {
      done: connection === null ? t("use.connected") : t("use.saved"),
      form: form.messages,
    });
  });
  const loadFile = async (file: File | null) => {
    if (file === null) return;
    if (file.size > MAX_FILE_BYTES) return form.setFieldError("metadata_xml", t("metadata.tooLarge"));
    form.setFieldValue("metadata_xml", await file.text());
  };
  const isDirty = form.isDirty();
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
  const isConfirmed = sso.domains.some(({ confirmed_at }) => confirmed_at !== null);
  const isUnavailable = sso.plan === "standard" && connection === null;
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={isDirty} />
      <Stack gap="lg">
        <SetupStep number={2} name="connect" isDone={connection !== null}>
          <Fieldset variant="unstyled" disabled={isUnavailable}>
            <Stack>
              <TextInput
                label={t("metadata.url")}
                description={connection === null ? t("metadata.urlHelp") : t("metadata.urlKeep")}
                placeholder={EXAMPLES.url}
                inputMode="url"
                spellCheck={false}
                {...form.getInputProps("metadata_url")}
              />
              <Textarea
                label={t("metadata.xml")}
                autosize
                minRows={3}
                maxRows={10}
                spellCheck={false}
                {...form.getInputProps("metadata_xml")}
              />
              <Group>
                <FileButton onChange={loadFile} accept=".xml,application/xml,text/xml">
                  {(props) => (
                    <Button variant="default" {...props}>
                      {t("metadata.file")}
                    </Button>
                  )}
                </FileButton>
              </Group>
            </Stack>
          </Fieldset>
        </SetupStep>
        <SetupStep number={3} name="people" isDone={isConfirmed}>
          <Fieldset variant="unstyled" disabled={isUnavailable}>
            <Stack>
              <TagsInput
                label={t("people.domains")}
                description={t("people.domainsHelp")}
                placeholder={EXAMPLES.domain}
                maxTags={20}
                {...form.getInputProps("domains")}
              />
              <Domains domains={sso.domains} workspaceId={workspaceId} />
              <TextInput
                label={t("people.attribute")}
                description={t("people.attributeHelp")}
                placeholder={EXAMPLES.attribute}
                {...form.getInputProps("attribute")}
              />
              <RoleRules form={form} />
              <ChoiceSelect
                label={t("people.otherRole")}
                data={[
                  ...ASSIGNABLE_ROLES.map((role) => ({ value: role, label: tRole(role) })),
                  { value: "none", label: t("people.noAccess") },
                ]}
                {...form.getInputProps("default_role")}
              />
              <Text size="sm" c="dimmed">
                {t("people.ownersHelp")}
              </Text>
              <Switch
                label={t("use.idpInitiated")}
                description={t("use.idpInitiatedHelp")}
                {...form.getInputProps("idp_initiated", { type: "checkbox" })}
              />
            </Stack>
          </Fieldset>
        </SetupStep>
        <Group>
          <SubmitButton loading={busy} disabled={isUnavailable}>
            {connection === null ? t("use.connect") : t("use.save")}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
