"use client";

import { Checkbox, PasswordInput, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { IntegrationValues } from "./integration-form";

type Props = { form: UseFormReturnType<IntegrationValues> };

/** A secret: it is typed once and shown by nothing again, and no browser keeps it. */
function Secret({ form, label, field, description }: Props & SecretProps) {
  return (
    <PasswordInput
      label={label}
      description={description}
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ "aria-label": `Show or hide ${label.toLowerCase()}` }}
      {...form.getInputProps(`credential.${field}`)}
    />
  );
}
type SecretProps = { label: string; field: string; description?: string };

/** What one kind of integration asks for. */
export function CredentialFields({ form }: Props) {
  switch (form.values.kind) {
    case "bearer":
      return (
        <Secret
          form={form}
          label="Token"
          field="token"
          description="Sent as Authorization: Bearer <token>."
        />
      );
    case "basic":
      return (
        <>
          <TextInput
            label="User name"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("credential.username")}
          />
          <Secret form={form} label="Password" field="password" />
        </>
      );
    case "header":
      return (
        <>
          <TextInput
            label="Header"
            placeholder="X-Api-Key"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("credential.header_name")}
          />
          <Secret form={form} label="Value" field="value" />
        </>
      );
    case "model":
      return (
        <>
          <TextInput
            label="Address"
            placeholder="https://models.example.com/v1"
            description="A server that speaks the OpenAI protocol."
            spellCheck={false}
            {...form.getInputProps("credential.base_url")}
          />
          <Secret
            form={form}
            label="API key"
            field="api_key"
            description="Leave it empty if the server asks for none."
          />
          <Textarea
            label="Models"
            description="Their names at that server, one a line."
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            {...form.getInputProps("credential.models")}
          />
          <Checkbox
            label="The provider keeps nothing"
            description="By your contract with it: no conversation is stored or used for training."
            {...form.getInputProps("credential.zero_retention", { type: "checkbox" })}
          />
        </>
      );
    case "twilio":
      return (
        <>
          <TextInput
            label="Account SID"
            placeholder="AC…"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("credential.account_sid")}
          />
          <Secret form={form} label="Auth token" field="auth_token" />
        </>
      );
  }
}
