"use client";

import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { Comment } from "@/lib/calls/comments/schema";
import { MAX_COMMENT } from "@/lib/calls/comments/values";

/** The field of a comment that is edited. */
export function CommentEditor({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const t = useTranslations("calls.comments");
  const tCommon = useTranslations("common");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/calls/comments/schema")).UpdateComment,
    initialValues: { text: comment.text },
    bodyOf: (values) => values,
  });
  const params = { id: comment.call_id, comment: comment.id };
  const save = form.onSend(async (body) => {
    const result = await run(() => api.patch("/v1/calls/:id/comments/:comment", { params, body }), {
      done: t("saved"),
      form: form.messages,
    });
    if (result.ok) onClose();
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap={6}>
        <Textarea
          aria-label={t("editLabel")}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={MAX_COMMENT}
          autoFocus
          {...form.getInputProps("text")}
        />
        <Group gap={6}>
          <Button type="submit" size="xs" loading={busy} disabled={!form.isDirty()}>
            {t("save")}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {tCommon("cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
