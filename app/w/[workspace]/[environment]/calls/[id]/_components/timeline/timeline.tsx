"use client";

import { Paper, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Call } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";
import type { Player } from "../recording/use-player";
import type { Track } from "../recording/use-track";
import { Axis } from "./axis";
import { type Mark, marksOf } from "./marks";
import { PlayerBar } from "./player-bar";
import { ConsentTrace, RecordingState } from "./recording-state";
import { axisLength } from "./time-axis";

type Props = {
  call: Call;
  variables: readonly string[];
  comments: readonly Comment[];
  track: Track;
  player: Player;
  mayDownload: boolean;
  onSelect: (mark: Mark) => void;
};

/** The call on one time axis: its recording, turns, latency, tools, masks, consent and comments. */
export function Timeline({ call, variables, comments, track, player, mayDownload, onSelect }: Props) {
  const t = useTranslations("calls");
  const [zoom, setZoom] = useState(1);
  const peaks = track.state === "ready" ? track.peaks : null;
  const lengthMs = axisLength(call, peaks);
  const marks = useMemo(() => marksOf(t, { call, variables, comments }), [t, call, variables, comments]);
  const hasEvents = call.transcript.length > 0 || marks.consent.length > 0 || peaks !== null;
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-label={t("timeline.title")}>
      <Title order={2} fz="sm" mb="md">
        {t("timeline.title")}
      </Title>
      <RecordingState call={call} track={track} />
      {hasEvents && (
        <>
          <PlayerBar
            callId={call.id}
            player={player}
            lengthMs={lengthMs}
            hasRecording={peaks !== null}
            mayDownload={mayDownload}
            zoom={zoom}
            onZoom={setZoom}
          />
          <Axis
            call={call}
            peaks={peaks}
            player={player}
            marks={marks}
            lengthMs={lengthMs}
            zoom={zoom}
            onSelect={onSelect}
          />
        </>
      )}
      <ConsentTrace call={call} />
    </Paper>
  );
}
