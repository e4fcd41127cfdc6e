"use client";

import { Anchor, Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { MaskedText } from "@/components/masked-text";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useRequested } from "@/components/use-requested";
import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";
import { commentTime } from "./comment-time";
import classes from "./comments.module.css";
import { positionText } from "./draft";

const loadEditor = async () => (await import("./comment-editor")).CommentEditor;

function Actions({ comment, mayEdit, onEdit }: { comment: Comment; mayEdit: boolean; onEdit: () => void }) {
  const t = useTranslations("calls.comments");
  const { run } = useAction();
  const params = { id: comment.call_id, comment: comment.id };
  return (
    <Group gap={4}>
      {mayEdit && (
        <Button size="compact-xs" variant="subtle" color="gray" aria-label={t("editLabel")} onClick={onEdit}>
          {t("edit")}
        </Button>
      )}
      <ConfirmButton
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={t("deleteConfirm")}
        title={t("deleteTitle")}
        message={t("deleteHelp")}
        confirm={t("deleteConfirm")}
        onConfirm={() =>
          run(() => api.delete("/v1/calls/:id/comments/:comment", { params }), { done: t("deleted") })
        }
      >
        {t("delete")}
      </ConfirmButton>
    </Group>
  );
}

type Props = {
  comment: Comment;
  call: Call;
  variables: readonly string[];
  author: string;
  mayEdit: boolean;
  mayDelete: boolean;
  onSeek: (atMs: number) => void;
};

/** One comment with its author and its position, which leads to that moment. */
export function CommentItem({ comment, call, variables, author, mayEdit, mayDelete, onSeek }: Props) {
  const t = useTranslations("calls.comments");
  const tTurn = useTranslations("calls.turn");
  const [isEditing, setEditing] = useState(false);
  const { Part: Editor, request } = useRequested(loadEditor);
  const edit = () => {
    setEditing(true);
    void request();
  };
  const atMs = commentTime(comment, call.transcript);
  return (
    <li className={classes.comment} data-comment={comment.id}>
      <Group gap={8} align="baseline">
        <Text span size="sm" fw={600}>
          {author}
        </Text>
        <Text span size="xs" c="dimmed">
          <Time at={comment.created_at} as="ago" />
          {comment.edited_at !== null && <> · {t("edited")}</>}
        </Text>
        {atMs !== null && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            ml="auto"
            aria-label={tTurn("goTo", { time: clock(atMs) })}
            onClick={() => onSeek(atMs)}
          >
            {positionText(t, comment, call.transcript)}
          </Anchor>
        )}
      </Group>
      {isEditing && Editor !== null ? (
        <Editor comment={comment} onClose={() => setEditing(false)} />
      ) : (
        <>
          <Text size="sm" component="div" className={classes.text ?? ""} dir="auto">
            <MaskedText text={comment.text} variables={variables} />
          </Text>
          {(mayEdit || mayDelete) && <Actions comment={comment} mayEdit={mayEdit} onEdit={edit} />}
        </>
      )}
    </li>
  );
}
