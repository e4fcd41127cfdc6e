"use client";

import { ActionIcon, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, RefObject } from "react";
import { api } from "@/components/api";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import { MAX_COMMENT } from "@/lib/calls/comments/values";
import { type PositionStore, useSecond } from "../recording/position-store";
import { type CommentPosition, positionText, WHOLE_CALL } from "./draft";

type Props = {
  call: Call;
  /** The position of the next comment. */
  subject: CommentPosition;
  onSubject: (subject: CommentPosition) => void;
  position: PositionStore;
  field: RefObject<HTMLTextAreaElement | null>;
};

const isWhole = ({ turn_index, offset_ms }: CommentPosition): boolean =>
  turn_index === null && offset_ms === null;

/** The comment's position, with buttons to change it. */
function Subject({ call, subject, onSubject, position }: Omit<Props, "field">) {
  const t = useTranslations("calls.comments");
  const second = useSecond(position);
  return (
    <Group gap={6} justify="space-between">
      <Group gap={4} wrap="nowrap">
        <Text span size="xs" c="dimmed">
          {t("about")}
        </Text>
        <Text span size="xs" fw={600}>
          {positionText(t, subject, call.transcript)}
        </Text>
        {!isWhole(subject) && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t("clearMoment")}
            onClick={() => onSubject(WHOLE_CALL)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {isWhole(subject) && call.transcript.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onSubject({ turn_index: null, offset_ms: Math.round(position.get() ?? 0) })}
        >
          {t("setMoment", { time: clock(second) })}
        </Button>
      )}
    </Group>
  );
}

/** Writes a comment. The text stays in the field until the server has stored it. */
export function CommentForm({ call, subject, onSubject, position, field }: Props) {
  const t = useTranslations("calls.comments");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/calls/comments/schema")).CreateComment,
    initialValues: { text: "" },
    bodyOf: ({ text }) => ({ text, ...subject }),
  });
  const save = form.onSend(async (body) => {
    const params = { id: call.id };
    const result = await run(() => api.post("/v1/calls/:id/comments", { params, body }), {
      done: t("done"),
      form: form.messages,
    });
    if (!result.ok) return;
    form.reset();
    onSubject(WHOLE_CALL);
    // The button is disabled without a text, and would lose the focus to nothing.
    field.current?.focus();
  });
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap={6}>
        <Textarea
          aria-label={t("text")}
          placeholder={t("placeholder")}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={MAX_COMMENT}
          onKeyDown={press}
          {...form.getInputProps("text")}
          ref={field}
        />
        <Subject call={call} subject={subject} onSubject={onSubject} position={position} />
        <Button type="submit" variant="default" loading={busy} disabled={form.getValues().text.trim() === ""}>
          {t("action")}
        </Button>
      </Stack>
    </form>
  );
}
