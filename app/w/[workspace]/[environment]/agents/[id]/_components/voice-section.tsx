"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import type { Offers } from "./agent-form";
import { choicesOf } from "./choices-of";
import { useDraft, useInput } from "./draft-context";
import { Listen } from "./listen";
import { offerText } from "./offer-text";
import { Section } from "./section";
import { TurnTakingFields } from "./turn-taking-fields";

type Props = { disabled: boolean } & Pick<Offers, "voices" | "transcribers">;

/** The language of a voice, or nothing for a voice of several languages. */
const languageOf = ({ language }: Offers["voices"][number]): string => (language === "mul" ? "" : language);
/** The languages of a transcriber, or nothing if they are not known or as many as Whisper's. */
const MAX_SHOWN_LANGUAGES = 30;
const languagesOf = ({ languages }: Offers["transcribers"][number]): string =>
  languages === null || languages.length > MAX_SHOWN_LANGUAGES ? "" : languages.join(", ");
const ORDER = ["label", "input", "description", "error"] as const;

export function VoiceSection({ disabled, voices, transcribers }: Props) {
  const t = useTranslations("agents");
  const tOffer = useTranslations("agents.offer");
  const type = useDraft(({ values }) => values.type);
  const voiceInput = useInput("voice_id");
  const transcriberInput = useInput("transcriber");
  const transcriber = transcribers.find(({ id }) => id === transcriberInput.value);
  const voice = voices.find(({ id }) => id === voiceInput.value);
  return (
    <Section id="voice" disabled={disabled}>
      {type === "voice" ? (
        <>
          <ChoiceSelect
            label={t("field.voice")}
            data={choicesOf(t, voices, voiceInput.value)}
            inputWrapperOrder={[...ORDER]}
            {...(voice && { description: `${offerText(tOffer, voice)} ${languageOf(voice)}` })}
            {...voiceInput}
          />
          <Listen key={voiceInput.value} voice={voiceInput.value} />
          <ChoiceSelect
            label={t("field.transcriber")}
            data={choicesOf(t, transcribers, transcriberInput.value)}
            inputWrapperOrder={[...ORDER]}
            {...(transcriber && {
              description: `${offerText(tOffer, transcriber)} ${languagesOf(transcriber)}`,
            })}
            {...transcriberInput}
          />
          <Text size="sm" c="dimmed">
            {t("behavior.transcriberHelp")}
          </Text>
          <TurnTakingFields />
        </>
      ) : (
        <Text size="sm">{t("behavior.noVoice")}</Text>
      )}
    </Section>
  );
}
