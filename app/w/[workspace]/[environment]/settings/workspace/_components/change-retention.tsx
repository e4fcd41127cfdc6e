"use client";

import { Alert, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";
import { NumberInput } from "@/components/number-input";
import { useAction } from "@/components/use-action";
import type { RetentionPreview } from "@/lib/data/retention/schema";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/values";
import type { AgentRetention } from "./agent-retention";

type Values = { recording_days: number | string; transcript_days: number | string };

/** Shows how much a shorter retention period deletes immediately and within a week. */
function Consequences({ preview }: { preview: RetentionPreview }) {
  const t = useTranslations("settings.retention");
  const { recordings, transcripts } = preview;
  return (
    <Alert color="yellow" title={t("preview")} role="status">
      {t("previewHelp", {
        recordings: recordings.now,
        transcripts: transcripts.now,
        weekRecordings: recordings.week,
        weekTranscripts: transcripts.week,
      })}
    </Alert>
  );
}

/** Changes an agent's retention periods. A shorter period first shows what it deletes, and is saved on the second click. */
export function ChangeRetention({ agent, onClose }: { agent: AgentRetention; onClose: () => void }) {
  const t = useTranslations("settings");
  const { busy, run } = useAction();
  const [preview, setPreview] = useState<RetentionPreview | null>(null);
  const requireNumber = (value: number | string) => (value === "" ? t("general.numberMissing") : null);
  const form = useForm<Values>({
    initialValues: { recording_days: agent.recording_days, transcript_days: agent.transcript_days },
    validate: { recording_days: requireNumber, transcript_days: requireNumber },
    // The preview belongs to the values that it was read for.
    onValuesChange: () => setPreview(null),
  });
  const save = form.onSubmit(async ({ recording_days, transcript_days }) => {
    const recordingDays = Number(recording_days);
    const transcriptDays = Number(transcript_days);
    const isShorter = recordingDays < agent.recording_days || transcriptDays < agent.transcript_days;
    if (isShorter && preview === null) {
      const query = {
        agent_id: agent.id,
        recording_days: String(recordingDays),
        transcript_days: String(transcriptDays),
      };
      const response = await run(() => api.get("/v1/retention/preview", { query }), {
        refresh: false,
      });
      if (response.ok) setPreview(response.data);
      return;
    }
    const body = {
      recording: { retention_days: recordingDays },
      transcript: { retention_days: transcriptDays },
    };
    const result = await run(() => api.patch("/v1/agents/:id", { params: { id: agent.id }, body }), {
      done: t("retention.saved"),
    });
    if (result.ok) onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t("retention.dialog", { name: agent.name })} centered>
      <form onSubmit={save} noValidate>
        <Stack>
          <NumberInput
            label={t("retention.recordings")}
            min={0}
            max={MAX_RETENTION_DAYS.recording}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps("recording_days")}
          />
          <NumberInput
            label={t("retention.transcripts")}
            min={0}
            max={MAX_RETENTION_DAYS.transcript}
            allowDecimal={false}
            {...form.getInputProps("transcript_days")}
          />
          {preview !== null && <Consequences preview={preview} />}
          <FormButtons onCancel={onClose} busy={busy}>
            {t(`retention.save.${preview === null ? "first" : "confirmed"}`)}
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
