"use client";

import { ActionIcon, Badge, Group, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKeyboard } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState } from "react";
import { StatusBadge } from "@/components/call-badges";
import { LegalHoldPanel } from "@/components/legal-hold-panel";
import { PageHeader } from "@/components/page-header";
import { Time } from "@/components/time";
import type { TurnActions } from "@/components/turns";
import { useChannelName } from "@/components/use-channel-name";
import { useLiveCall } from "@/components/use-live-call";
import { useScopedAddress } from "@/components/use-scope";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import type { AdjacentCalls } from "../adjacent-calls";
import type { CommentsOfCall } from "../comments-of";
import { AdjacentLinks } from "./adjacent-links";
import { Annotations } from "./annotations";
import type { CallPanels } from "./call-panels";
import { CommentsPanel } from "./comments/comments-panel";
import { type CommentPosition, WHOLE_CALL } from "./comments/draft";
import { Conversation } from "./conversation";
import { HeaderActions } from "./header-actions";
import { ShortcutsDialog } from "./keyboard/shortcuts-dialog";
import { useReviewShortcuts } from "./keyboard/use-review-shortcuts";
import { Printable } from "./print/printable";
import { isHeard } from "./recording/in-step";
import { usePlayer } from "./recording/use-player";
import { useTrack } from "./recording/use-track";
import classes from "./review.module.css";
import { Timeline } from "./timeline/timeline";
import { useMoments } from "./use-moments";

type Action = "edit" | "comment" | "download" | "export" | "makeCase" | "end" | "delete" | "hold" | "release";
type Props = {
  call: Call;
  /** `names`: variables that a mask can name. */
  agent: { name: string; variables: Variable[]; names: string[] };
  comments: CommentsOfCall;
  /** The member who views the page; null for staff. */
  viewer: string | null;
  adjacent: AdjacentCalls;
  /** The query of the list that linked here. */
  query: string;
  /** The panels that the server renders. */
  panels: CallPanels;
  may: Readonly<Record<Action, boolean>>;
};

function Badges({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const isSettling = call.ended_at !== null && call.settled_at === null;
  return (
    <Group gap={6}>
      <StatusBadge call={call} />
      {isSettling && <Badge color="blue">{t("review.settling")}</Badge>}
      {call.legal_hold !== null && <Badge color="blue">{t("hold.title")}</Badge>}
    </Group>
  );
}

/** The draft of a comment: its position and its field. */
function useCommentDraft() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [subject, setSubject] = useState<CommentPosition>(WHOLE_CALL);
  const start = useCallback((position: CommentPosition) => {
    setSubject(position);
    field.current?.focus();
  }, []);
  return { field, subject, onSubject: setSubject, start };
}

/** Review of one call, in progress or ended. */
export function Review({ call, agent, comments, viewer, adjacent, query, panels, may }: Props) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  useLiveCall(call.id, call.settled_at !== null);
  const addressOf = useScopedAddress();
  const track = useTrack(call);
  const peaks = track.state === "ready" ? track.peaks : null;
  const player = usePlayer(peaks === null ? null : addressOf(`/v1/calls/${call.id}/recording`), peaks);
  const { goToTime, goToTurn } = useMoments(call.transcript, player);
  const { start: startComment, ...draft } = useCommentDraft();
  const [isHelpOpen, help] = useDisclosure(false);
  const { hear } = player;
  const canComment = may.comment && call.erased_at === null;
  const turnActions = useMemo(
    (): TurnActions => ({
      canHear: (turn) => peaks !== null && isHeard(turn, peaks),
      onHear: (turn) => hear(turn.start_ms),
      onSeek: goToTurn,
      onComment: canComment
        ? ({ index }: Turn) => startComment({ turn_index: index, offset_ms: null })
        : undefined,
    }),
    [peaks, hear, goToTurn, canComment, startComment],
  );
  const selectMark = useCallback(({ startMs }: { startMs: number }) => goToTime(startMs), [goToTime]);
  const commentNow = () => {
    const atMs = player.position.get();
    startComment(atMs === null ? WHOLE_CALL : { turn_index: null, offset_ms: Math.round(atMs) });
  };
  useReviewShortcuts({
    turns: call.transcript,
    player,
    adjacent,
    query,
    onGoTo: goToTurn,
    onComment: canComment ? commentNow : null,
    onHelp: help.open,
  });
  return (
    <>
      <PageHeader
        title={agent.name}
        back={{ href: `/calls${query}`, label: t("list.title") }}
        badge={<Badges call={call} />}
        description={
          <>
            {channelName(call.channel)} · <Time at={call.created_at} />
          </>
        }
        actions={
          <>
            <AdjacentLinks adjacent={adjacent} query={query} />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t("shortcuts.action")}
              visibleFrom="sm"
              onClick={help.open}
            >
              <IconKeyboard size={18} aria-hidden />
            </ActionIcon>
            <HeaderActions call={call} query={query} may={may} />
          </>
        }
      />
      <div className={classes.grid}>
        <Stack gap="md" miw={0}>
          <div className={classes.timeline}>
            <Timeline
              call={call}
              variables={agent.names}
              comments={comments.comments}
              track={track}
              player={player}
              mayDownload={may.download}
              onSelect={selectMark}
            />
          </div>
          <div className={classes.conversation}>
            <Conversation
              call={call}
              variables={agent.names}
              position={player.position}
              actions={turnActions}
            />
          </div>
        </Stack>
        <Stack gap="md" miw={0}>
          {panels.outcome}
          {panels.variables}
          {panels.scores}
          <CommentsPanel
            call={call}
            variables={agent.names}
            comments={comments}
            viewer={viewer}
            mayComment={may.comment}
            mayDeleteAny={may.delete}
            position={player.position}
            onSeek={goToTime}
            {...draft}
          />
          <Annotations call={call} variables={agent.names} mayEdit={may.edit} />
          {panels.facts}
          <LegalHoldPanel
            kind="calls"
            id={call.id}
            reason={call.legal_hold}
            mayPlace={may.hold}
            mayRelease={may.release}
          />
        </Stack>
      </div>
      <ShortcutsDialog opened={isHelpOpen} onClose={help.close} />
      <Printable call={call} agent={agent.name} comments={comments} />
    </>
  );
}
