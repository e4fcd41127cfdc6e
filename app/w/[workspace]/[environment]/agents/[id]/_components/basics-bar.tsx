"use client";

import { Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import type { Offers } from "./agent-form";
import classes from "./builder.module.css";
import { choicesOf } from "./choices-of";
import { useInput } from "./draft-context";
import { offerText } from "./offer-text";

type Props = { disabled: boolean } & Pick<Offers, "models">;

/** Agents can go live only in English. */
const isEnglish = (tag: string): boolean => /^en(-|$)/i.test(tag);

/** Name, type, language and models of the agent, above the tabs. */
export function BasicsBar({ disabled, models }: Props) {
  const t = useTranslations("agents");
  const tOffer = useTranslations("agents.offer");
  const name = useInput("name");
  const type = useInput("type");
  const language = useInput("language");
  const model = useInput("model");
  const fallback = useInput("fallback_model");
  const offered = models.find(({ id }) => id === model.value);
  return (
    <section id="basics" aria-labelledby="basics-title" className={classes.basics}>
      <h2 id="basics-title" tabIndex={-1} className={classes.hidden}>
        {t("section.basics")}
      </h2>
      <fieldset disabled={disabled} className={classes.bar} aria-labelledby="basics-title">
        <TextInput
          size="xs"
          label={t("field.name")}
          maxLength={200}
          {...name}
          onChange={(event) => name.onChange(event.currentTarget.value)}
        />
        <ChoiceSelect
          size="xs"
          label={t("field.type")}
          data={[
            { value: "voice", label: t("behavior.types.voice") },
            { value: "messaging", label: t("behavior.types.messaging") },
          ]}
          disabled={disabled}
          {...type}
        />
        <TextInput
          size="xs"
          label={t("field.language")}
          {...language}
          onChange={(event) => language.onChange(event.currentTarget.value)}
        />
        <ChoiceSelect
          size="xs"
          label={t("field.model")}
          data={choicesOf(t, models, model.value)}
          disabled={disabled}
          {...model}
        />
        {offered && (
          <Text size="xs" c="dimmed" className={classes.offer ?? ""}>
            {offerText(tOffer, offered)}
          </Text>
        )}
        <ChoiceSelect
          size="xs"
          label={t("field.fallbackModel")}
          placeholder={t("behavior.noFallback")}
          data={choicesOf(
            t,
            models.filter(({ id }) => id !== model.value),
            fallback.value || null,
          )}
          clearable
          disabled={disabled}
          {...fallback}
          value={fallback.value || null}
        />
      </fieldset>
      {!isEnglish(language.value) && (
        <Text size="xs" mt={4} role="status">
          {t("behavior.languageHelp")}
        </Text>
      )}
    </section>
  );
}
