"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Panel } from "@/components/panel";
import type { Call } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";
import type { CommentsOfCall } from "../../comments-of";
import type { PositionStore } from "../recording/position-store";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";
import classes from "./comments.module.css";
import type { CommentPosition } from "./draft";

type Props = {
  call: Call;
  variables: readonly string[];
  comments: CommentsOfCall;
  /** The member who views the page; null for staff. */
  viewer: string | null;
  mayComment: boolean;
  /** Whether the viewer deletes the comments of others. */
  mayDeleteAny: boolean;
  subject: CommentPosition;
  onSubject: (subject: CommentPosition) => void;
  position: PositionStore;
  field: RefObject<HTMLTextAreaElement | null>;
  onSeek: (atMs: number) => void;
};

/** Comments on the call, and a field for a new one. */
export function CommentsPanel({
  comments: { comments, names },
  viewer,
  mayComment,
  mayDeleteAny,
  subject,
  onSubject,
  field,
  ...props
}: Props) {
  const t = useTranslations("calls.comments");
  const { call, variables, position, onSeek } = props;
  // Comments end with the content of their call.
  const canComment = mayComment && call.erased_at === null;
  // Until the call settles, comments are partly withheld and cannot be edited without loss.
  const canEdit = canComment && call.settled_at !== null;
  const isOwn = ({ author }: Comment) => author.type === "member" && author.id === viewer;
  const nameOf = (comment: Comment): string => {
    if (isOwn(comment)) return t("you");
    if (comment.author.type === "key") return t("apiKey");
    return names[comment.author.id] ?? t("formerMember");
  };
  return (
    <Panel title={t("title")}>
      {comments.length > 0 && (
        <ol className={classes.list}>
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              call={call}
              variables={variables}
              author={nameOf(comment)}
              mayEdit={canEdit && isOwn(comment)}
              mayDelete={mayDeleteAny || (mayComment && isOwn(comment))}
              onSeek={onSeek}
            />
          ))}
        </ol>
      )}
      {comments.length === 0 && !canComment && (
        <Text size="sm" c="dimmed">
          {t("empty")}
        </Text>
      )}
      {canComment && (
        <CommentForm call={call} subject={subject} onSubject={onSubject} position={position} field={field} />
      )}
    </Panel>
  );
}
