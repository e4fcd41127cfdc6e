"use client";

import { useTranslations } from "next-intl";
import { Section } from "./section";
import { TemplateField } from "./template-field";

const EXAMPLE = "{{name}}";

/** The prompt and the greeting, which can name the agent's variables. */
export function PromptSection({ disabled }: { disabled: boolean }) {
  const t = useTranslations("agents");
  return (
    <Section id="prompt" disabled={disabled} description={t("behavior.promptHelp", { example: EXAMPLE })}>
      <TemplateField
        field="prompt"
        disabled={disabled}
        label={t("field.prompt")}
        description={t("behavior.promptFieldHelp")}
        maxLength={100_000}
        size="tall"
      />
      <TemplateField
        field="greeting"
        disabled={disabled}
        label={t("field.greeting")}
        description={t("behavior.greetingHelp")}
        maxLength={2_000}
        size="short"
      />
    </Section>
  );
}
