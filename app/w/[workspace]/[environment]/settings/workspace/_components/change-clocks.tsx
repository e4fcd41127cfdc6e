"use client";

import { Alert, Modal, NumberInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import type { RetentionPreview } from "@/lib/data/retention/schema";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/schema";
import { type AgentClocks, recordingsInWords, transcriptsInWords } from "./clock-words";

type Values = { recording_days: number | string; transcript_days: number | string };

const wrong = (value: number | string) => (value === "" ? "Write a number." : null);

/** Shows before a shorter retention period is saved how much it deletes immediately and within a week. */
function Consequences({ preview }: { preview: RetentionPreview }) {
  const { recordings, transcripts } = preview;
  return (
    <Alert color="yellow" title="What goes with that" role="status">
      At once {recordingsInWords(recordings.now)} and {transcriptsInWords(transcripts.now)}; by the end of the
      week {recordingsInWords(recordings.week)} and {transcriptsInWords(transcripts.week)} in all. They cannot
      be brought back.
    </Alert>
  );
}

/** Sets an agent's clocks; where one is shortened, the numbers come first and are to be agreed to. */
export function ChangeClocks({ agent, onClose }: { agent: AgentClocks; onClose: () => void }) {
  const { busy, run } = useAction();
  const [preview, setPreview] = useState<RetentionPreview | null>(null);
  const form = useForm<Values>({
    initialValues: { recording_days: agent.recording_days, transcript_days: agent.transcript_days },
    validate: { recording_days: wrong, transcript_days: wrong },
    // Other numbers are other consequences.
    onValuesChange: () => setPreview(null),
  });
  const save = form.onSubmit(async ({ recording_days, transcript_days }) => {
    const [sound, words] = [Number(recording_days), Number(transcript_days)];
    const isShorter = sound < agent.recording_days || words < agent.transcript_days;
    if (isShorter && preview === null) {
      const query = {
        agent_id: agent.id,
        recording_days: String(sound),
        transcript_days: String(words),
      };
      const outcome = await run(() => api.get("/v1/retention/preview", { query }), {
        refresh: false,
      });
      if (outcome.ok) setPreview(outcome.data);
      return;
    }
    const body = { recording: { retention_days: sound }, transcript: { retention_days: words } };
    const result = await run(() => api.patch("/v1/agents/:id", { params: { id: agent.id }, body }), {
      done: "Saved.",
    });
    if (result.ok) onClose();
  });
  return (
    <Modal opened onClose={onClose} title={`How long ${agent.name} keeps what was said`} centered>
      <form onSubmit={save} noValidate>
        <Stack>
          <NumberInput
            label="Recordings are kept, days"
            min={0}
            max={MAX_RETENTION_DAYS.recording}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps("recording_days")}
          />
          <NumberInput
            label="Transcripts are kept, days"
            min={0}
            max={MAX_RETENTION_DAYS.transcript}
            allowDecimal={false}
            {...form.getInputProps("transcript_days")}
          />
          {preview !== null && <Consequences preview={preview} />}
          <FormButtons onCancel={onClose} busy={busy}>
            {preview === null ? "Save" : "Save, and let them go"}
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
