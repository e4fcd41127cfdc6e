"use client";

import { Checkbox, PasswordInput, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChoiceSelect } from "@/components/choice-select";
import { FewLines } from "@/components/few-lines";
import { type CredentialField, type CredentialNote, descriptorOf } from "@/lib/agents/providers/schema";
import type { Translator } from "@/messages/translator";
import { type IntegrationValues, isShown } from "./integration-form";

type Props = { form: UseFormReturnType<IntegrationValues> };
/** The texts of an input, from the catalog. */
type InputTexts = { label: string; description: string | undefined; placeholder?: string | undefined };
type Inputs = {
  [Input in CredentialField["input"]]: (
    field: Extract<CredentialField, { input: Input }>,
    texts: InputTexts,
    props: ReturnType<Props["form"]["getInputProps"]>,
  ) => ReactNode;
};
type Texts = Translator<"providers">;

/** The texts of a field. An example is the placeholder of an input. */
function textsOf(t: Texts, field: CredentialField): InputTexts {
  const example = "example" in field ? field.example : undefined;
  return {
    label: t(`label.${field.label}`),
    description: field.help && t(`help.${field.help}`, { ...NO_VALUES, ...field.values }),
    ...(example && { placeholder: t(`example.${example}`) }),
  };
}
/** Texts without values ignore these. */
const NO_VALUES = { example: "", model: "", token: "" };

/** A secret is typed once and never shown again. Browsers do not store it. */
function SecretInput({ label, ...props }: InputTexts) {
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

function ChoiceInput({ options, ...props }: InputTexts & Pick<Choice, "options">) {
  const t = useTranslations("providers.option");
  const data = options.map(({ value, label }) => ({ value, label: t(label) }));
  return <ChoiceSelect data={data} {...props} />;
}
type Choice = Extract<CredentialField, { input: "choice" }>;

const lines = (_: CredentialField, texts: InputTexts, props: object) => (
  <FewLines spellCheck={false} {...texts} {...props} />
);

/** The component of each kind of input. */
const INPUTS: Inputs = {
  text: ({ maxLength }, texts, props) => (
    <TextInput maxLength={maxLength} autoComplete="off" spellCheck={false} {...texts} {...props} />
  ),
  secret: (_, texts, props) => <SecretInput {...texts} {...props} />,
  lines,
  named_lines: lines,
  checkbox: (_, { label, description }, props) => (
    <Checkbox label={label} description={description} {...props} />
  ),
  choice: ({ options }, texts, props) => <ChoiceInput options={options} {...texts} {...props} />,
  number: (_, texts, props) => <TextInput inputMode="numeric" autoComplete="off" {...texts} {...props} />,
};

function Field({ form, field }: Props & { field: CredentialField }) {
  const t = useTranslations("providers");
  const render = INPUTS[field.input] as Inputs[keyof Inputs] as (
    field: CredentialField,
    texts: InputTexts,
    props: object,
  ) => ReactNode;
  const type = field.input === "checkbox" ? "checkbox" : "input";
  return render(field, textsOf(t, field), form.getInputProps(`credential.${field.name}`, { type }));
}

/** The inputs of a kind of integration, as its descriptor lists them. */
export function CredentialFields({ form }: Props) {
  const t = useTranslations("providers.note");
  const { kind, credential } = form.values;
  return descriptorOf(kind).form.map((part: CredentialField | CredentialNote) =>
    part.input === "note" ? (
      <Text key={part.note} size="sm" c="dimmed">
        {t(part.note)}
      </Text>
    ) : (
      isShown(part, credential) && <Field key={part.name} form={form} field={part} />
    ),
  );
}
