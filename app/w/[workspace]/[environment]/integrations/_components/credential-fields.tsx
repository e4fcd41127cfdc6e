"use client";

import { Checkbox, PasswordInput, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChoiceSelect } from "@/components/choice-select";
import { FewLines } from "@/components/few-lines";
import { type CredentialField, type CredentialNote, descriptorOf } from "@/lib/agents/providers/schema";
import { type IntegrationValues, isShown } from "./integration-form";

type Props = { form: UseFormReturnType<IntegrationValues> };
type Inputs = {
  [Input in CredentialField["input"]]: (
    field: Extract<CredentialField, { input: Input }>,
    props: ReturnType<Props["form"]["getInputProps"]>,
  ) => ReactNode;
};

/** A secret is typed once and never shown again. Browsers do not store it. */
function SecretInput({ label, ...props }: { label: string; description?: string | undefined }) {
  const t = useTranslations("integrations.connect");
  return (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ "aria-label": t("toggleSecret", { label }) }}
      {...props}
    />
  );
}

const lines = ({ label, description }: CredentialField, props: object) => (
  <FewLines label={label} description={description} spellCheck={false} {...props} />
);

/** The component of each kind of input. */
const INPUTS: Inputs = {
  text: ({ label, description, placeholder, maxLength }, props) => (
    <TextInput
      label={label}
      description={description}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  ),
  secret: ({ label, description }, props) => (
    <SecretInput label={label} description={description} {...props} />
  ),
  lines,
  named_lines: lines,
  checkbox: ({ label, description }, props) => (
    <Checkbox label={label} description={description} {...props} />
  ),
  choice: ({ label, description, options }, props) => (
    <ChoiceSelect label={label} description={description} data={[...options]} {...props} />
  ),
  number: ({ label, description, placeholder }, props) => (
    <TextInput
      label={label}
      description={description}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      {...props}
    />
  ),
};

function Field({ form, field }: Props & { field: CredentialField }) {
  const render = INPUTS[field.input] as Inputs[keyof Inputs] as (
    field: CredentialField,
    props: object,
  ) => ReactNode;
  const type = field.input === "checkbox" ? "checkbox" : "input";
  return render(field, form.getInputProps(`credential.${field.name}`, { type }));
}

/** The inputs of a kind of integration, as its descriptor lists them. */
export function CredentialFields({ form }: Props) {
  const { kind, credential } = form.values;
  return descriptorOf(kind).form.map((part: CredentialField | CredentialNote) =>
    part.input === "note" ? (
      <Text key={part.text} size="sm" c="dimmed">
        {part.text}
      </Text>
    ) : (
      isShown(part, credential) && <Field key={part.name} form={form} field={part} />
    ),
  );
}
