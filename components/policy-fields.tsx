"use client";

import { SimpleGrid, Switch, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/values";
import { ANSWER_WINDOW_MS } from "@/lib/platform/announcements";
import { NumberInput } from "./number-input";
import { type ModePolicy, RecordingMode } from "./recording-mode";

type Props = {
  /** A form's properties for a path of a policy, as `recording.enabled`. */
  inputOf: (path: string, options?: { type: "checkbox" }) => object;
  /** As it is in the form now. */
  policy: ModePolicy;
  /** Characters that an announcement may have. */
  announcementMax: number;
};

/** Recording and retention settings of an agent or of new agents. */
export function PolicyFields({ inputOf, policy, announcementMax }: Props) {
  const flag = (path: string) => inputOf(path, { type: "checkbox" });
  const t = useTranslations("calls.recording");
  return (
    <>
      <RecordingMode policy={policy} />
      <Switch label={t("enabled")} {...flag("recording.enabled")} />
      <Switch label={t("announce")} description={t("announceHelp")} {...flag("recording.announce")} />
      <Textarea
        label={t("announcement")}
        description={t("announcementHelp")}
        autosize
        maxLength={announcementMax}
        {...inputOf("recording.announcement")}
      />
      <NumberInput
        label={t("answerWindow")}
        description={t("answerWindowHelp")}
        min={ANSWER_WINDOW_MS.min}
        max={ANSWER_WINDOW_MS.max}
        step={500}
        allowDecimal={false}
        {...inputOf("recording.answer_window_ms")}
      />
      <Switch label={t("optOut")} description={t("optOutHelp")} {...flag("recording.allow_caller_opt_out")} />
      <Switch
        label={t("announceTransfer")}
        description={t("announceTransferHelp")}
        {...flag("recording.announce_on_transfer")}
      />
      <Switch label={t("transcript")} description={t("transcriptHelp")} {...flag("transcript.enabled")} />
      <Switch
        label={t("redact")}
        description={t("redactHelp")}
        {...flag("recording.redact_sensitive_fields")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t("recordingDays")}
          min={0}
          max={MAX_RETENTION_DAYS.recording}
          allowDecimal={false}
          {...inputOf("recording.retention_days")}
        />
        <NumberInput
          label={t("transcriptDays")}
          min={0}
          max={MAX_RETENTION_DAYS.transcript}
          allowDecimal={false}
          {...inputOf("transcript.retention_days")}
        />
      </SimpleGrid>
    </>
  );
}
