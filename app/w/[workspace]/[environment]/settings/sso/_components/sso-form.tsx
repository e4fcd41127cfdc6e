"use client";

import {
  Badge,
  Button,
  FileButton,
  Group,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { PutSso, type Sso } from "@/lib/identity/sso/schema";
import { FieldsPanel } from "../../_components/fields-panel";
import { RoleRules } from "./role-rules";
import { ASSIGNABLE_ROLES, bodyOf, fieldOf, MAX_FILE_BYTES, type SsoValues, valuesOf } from "./sso-values";

const EXAMPLES = {
  url: "https://idp.example.com/metadata",
  domain: "example.com",
  attribute: "groups",
} as const;

function Domains({ domains }: Pick<Sso, "domains">) {
  const t = useTranslations("sso.people");
  if (domains.length === 0) return null;
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
      {domains.some(({ confirmed_at }) => confirmed_at === null) && (
        <Text size="sm" c="dimmed">
          {t.rich("pendingHelp", { code: (text) => <code>{text}</code> })}
        </Text>
      )}
    </Stack>
  );
}

/** Connects a provider, and sets who can sign in with which role. */
export function SsoForm({ sso }: { sso: Sso }) {
  const t = useTranslations("sso");
  const tRole = useTranslations("access.role");
  const { busy, run } = useAction();
  const { connection } = sso;
  const form = useBodyForm<typeof PutSso, SsoValues>({
    schema: PutSso,
    initialValues: valuesOf(sso),
    bodyOf,
    fieldOf,
  });
  const save = form.onSend(async (body) => {
    await run(() => api.put("/v1/sso", { body }), {
      done: connection === null ? t("use.connected") : t("use.saved"),
      form: form.messages,
    });
  });
  const loadFile = async (file: File | null) => {
    if (file === null) return;
    if (file.size > MAX_FILE_BYTES) return form.setFieldError("metadata_xml", t("metadata.tooLarge"));
    form.setFieldValue("metadata_xml", await file.text());
  };
  const isUnavailable = sso.plan === "standard" && connection === null;
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="lg">
        <FieldsPanel
          title={connection === null ? t("metadata.connect") : t("metadata.replace")}
          disabled={isUnavailable}
        >
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
        </FieldsPanel>
        <FieldsPanel title={t("people.title")} disabled={isUnavailable}>
          <Stack>
            <TagsInput
              label={t("people.domains")}
              description={t("people.domainsHelp")}
              placeholder={EXAMPLES.domain}
              maxTags={20}
              acceptValueOnBlur
              {...form.getInputProps("domains")}
            />
            <Domains domains={sso.domains} />
            <TextInput
              label={t("people.attribute")}
              description={t("people.attributeHelp")}
              placeholder={EXAMPLES.attribute}
              {...form.getInputProps("attribute")}
            />
            <RoleRules form={form} />
            <Select
              label={t("people.otherRole")}
              data={[
                ...ASSIGNABLE_ROLES.map((role) => ({ value: role, label: tRole(role) })),
                { value: "none", label: t("people.noAccess") },
              ]}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              {...form.getInputProps("default_role")}
            />
            <Text size="sm" c="dimmed">
              {t("people.ownersHelp")}
            </Text>
          </Stack>
        </FieldsPanel>
        <FieldsPanel title={t("use.title")} disabled={isUnavailable}>
          <Stack>
            <Switch
              label={t("use.enforced")}
              description={
                connection?.last_success_at == null ? t("use.enforcedUntested") : t("use.enforcedHelp")
              }
              disabled={connection?.last_success_at == null && connection?.enforced !== true}
              {...form.getInputProps("enforced", { type: "checkbox" })}
            />
            <Switch
              label={t("use.idpInitiated")}
              description={t("use.idpInitiatedHelp")}
              {...form.getInputProps("idp_initiated", { type: "checkbox" })}
            />
          </Stack>
        </FieldsPanel>
        <Group>
          <Button type="submit" loading={busy} disabled={isUnavailable}>
            {connection === null ? t("use.connect") : t("use.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
