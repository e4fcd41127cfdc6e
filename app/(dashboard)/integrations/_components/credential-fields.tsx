"use client";

import { Checkbox, PasswordInput, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { FewLines } from "@/components/few-lines";
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

/** The address of a server of one's own, and its key. */
function Server({ form }: Props) {
  return (
    <>
      <TextInput
        label="Address"
        placeholder="https://models.example.com/v1"
        description="A server that speaks the OpenAI protocol. One inside your network, such as Ollama on this machine, must be in the operator's setting: TOOL_ALLOWED_HOSTS=127.0.0.1:11434."
        spellCheck={false}
        {...form.getInputProps("credential.base_url")}
      />
      <Secret
        form={form}
        label="API key"
        field="api_key"
        description="Leave it empty if the server asks for none."
      />
    </>
  );
}

/** Names, one a line. */
function Lines({ form, label, field, description }: Props & Required<SecretProps>) {
  return (
    <FewLines
      label={label}
      description={description}
      spellCheck={false}
      {...form.getInputProps(`credential.${field}`)}
    />
  );
}

/** The provider's data retention. A workspace can require providers with zero retention. */
function KeepsNothing({ form, description }: Props & { description: string }) {
  return (
    <Checkbox
      label="The provider keeps nothing"
      description={description}
      {...form.getInputProps("credential.zero_retention", { type: "checkbox" })}
    />
  );
}

/** The OpenAI protocol cannot tell a server to keep nothing: an agreement says so, or the server is the organization's own. */
function ServerKeepsNothing({ form }: Props) {
  return (
    <>
      <KeepsNothing
        form={form}
        description="By an agreement with its provider, or as a server of your own that the operator has listed in TOOL_ALLOWED_HOSTS."
      />
      {form.values.credential.zero_retention && (
        <TextInput
          label="Agreement"
          description="In words by which an auditor finds it. A server of your own needs none."
          placeholder="Zero data retention addendum of 2026-03-01"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps("credential.retention_agreement")}
        />
      )}
    </>
  );
}

function Voices({ form, example }: Props & { example: string }) {
  return (
    <>
      <Lines
        form={form}
        label="Voices"
        field="voices"
        description={`One a line, as the provider names it, and behind it a name for people: ${example}`}
      />
      <TextInput
        label="Model that speaks"
        description="Leave it empty for the usual one."
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("credential.voice_model")}
      />
    </>
  );
}

/** Fields of one kind of integration. */
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
          <Server form={form} />
          <Lines
            form={form}
            label="Models"
            field="models"
            description="Their names at that server, one a line."
          />
          <ServerKeepsNothing form={form} />
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
    case "deepgram":
      return (
        <>
          <Secret form={form} label="API key" field="api_key" />
          <Lines
            form={form}
            label="Models"
            field="models"
            description="One a line. Leave it empty for nova-3."
          />
          <Text size="sm" c="dimmed">
            Each request tells Deepgram to keep nothing and to train nothing with it (mip_opt_out=true).
            Deepgram may charge a higher price for such requests.
          </Text>
          <KeepsNothing form={form} description="Counts at once: Deepgram is told so in any case." />
        </>
      );
    case "elevenlabs":
      return (
        <>
          <Secret form={form} label="API key" field="api_key" />
          <Voices form={form} example="21m00Tcm4TlvDq8ikWAM Rachel" />
          <KeepsNothing
            form={form}
            description="For enterprise accounts of ElevenLabs: each request then says enable_logging=false. It counts once a check has seen that the account accepts that."
          />
        </>
      );
    case "speech":
      return (
        <>
          <Server form={form} />
          <Voices form={form} example="alloy" />
          <Lines
            form={form}
            label="Models that transcribe"
            field="models"
            description="One a line. Leave it empty if it only speaks."
          />
          <ServerKeepsNothing form={form} />
        </>
      );
  }
}
