"use client";

import {
  Badge,
  Button,
  Fieldset,
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
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { PutSso, type Sso } from "@/lib/identity/sso/schema";
import { RoleRules } from "./role-rules";
import { bodyOf, fieldOf, MAX_FILE_BYTES, ROLES, type SsoValues, valuesOf } from "./sso-values";

function Domains({ domains }: Pick<Sso, "domains">) {
  if (domains.length === 0) return null;
  return (
    <Stack gap={4}>
      {domains.map(({ domain, confirmed_at }) => (
        <Group key={domain} gap="xs">
          <Badge color={confirmed_at === null ? "orange" : "teal"}>
            {confirmed_at === null ? "Waits for the operator" : "Confirmed"}
          </Badge>
          <Text size="sm">{domain}</Text>
        </Group>
      ))}
      {domains.some(({ confirmed_at }) => confirmed_at === null) && (
        <Text size="sm" c="dimmed">
          Whoever runs Parley confirms a domain with <code>npm run workspace -- domain</code>. Until then
          nobody of it is let in.
        </Text>
      )}
    </Stack>
  );
}

/** Connects a provider, and says whom it lets in as what. */
export function SsoForm({ sso }: { sso: Sso }) {
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
      done: connection === null ? "Connected." : "Saved.",
      form: form.messages,
    });
  });
  const take = async (file: File | null) => {
    if (file === null) return;
    if (file.size > MAX_FILE_BYTES) return form.setFieldError("metadata_xml", "This file is too large.");
    form.setFieldValue("metadata_xml", await file.text());
  };
  const isUnavailable = sso.plan === "standard" && connection === null;
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="lg">
        <Fieldset
          legend={connection === null ? "Connect a provider" : "New metadata"}
          disabled={isUnavailable}
        >
          <Stack>
            <TextInput
              label="Address of the metadata"
              description={
                connection === null ? "Or give the metadata themselves below." : "Empty: they stay."
              }
              placeholder="https://idp.example.com/metadata"
              inputMode="url"
              spellCheck={false}
              {...form.getInputProps("metadata_url")}
            />
            <Textarea
              label="Metadata (XML)"
              autosize
              minRows={3}
              maxRows={10}
              spellCheck={false}
              {...form.getInputProps("metadata_xml")}
            />
            <Group>
              <FileButton onChange={take} accept=".xml,application/xml,text/xml">
                {(props) => (
                  <Button variant="default" {...props}>
                    Take them from a file
                  </Button>
                )}
              </FileButton>
            </Group>
          </Stack>
        </Fieldset>
        <Fieldset legend="Whom it lets in" disabled={isUnavailable}>
          <Stack>
            <TagsInput
              label="E-mail domains"
              description="Addresses of these domains, once the operator has confirmed them. Press Enter after each."
              placeholder="example.com"
              maxTags={20}
              acceptValueOnBlur
              {...form.getInputProps("domains")}
            />
            <Domains domains={sso.domains} />
            <TextInput
              label="Attribute that decides about the role"
              description="As your provider names it; the test below shows what it sends."
              placeholder="groups"
              {...form.getInputProps("attribute")}
            />
            <RoleRules form={form} />
            <Select
              label="Everybody else"
              data={[...ROLES, { value: "none", label: "Is not let in" }]}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              {...form.getInputProps("default_role")}
            />
            <Text size="sm" c="dimmed">
              No rule makes an owner. Owners stay owners however they come in.
            </Text>
          </Stack>
        </Fieldset>
        <Fieldset legend="How it is used" disabled={isUnavailable}>
          <Stack>
            <Switch
              label="The only way in"
              description={
                connection?.last_success_at == null
                  ? "Test the connection first: it can be switched on once somebody has come through."
                  : "Passwords do not open this workspace any more, and sessions that they opened end now, yours too. Keep a break-glass code."
              }
              disabled={connection?.last_success_at == null && connection?.enforced !== true}
              {...form.getInputProps("enforced", { type: "checkbox" })}
            />
            <Switch
              label="Begin at the provider's own page"
              description="Who comes from there is led to a sign-in that begins here; what came unasked opens nothing by itself."
              {...form.getInputProps("idp_initiated", { type: "checkbox" })}
            />
          </Stack>
        </Fieldset>
        <Group>
          <Button type="submit" loading={busy} disabled={isUnavailable}>
            {connection === null ? "Connect" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
