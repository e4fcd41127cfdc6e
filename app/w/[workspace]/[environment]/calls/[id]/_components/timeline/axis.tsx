"use client";

import { Text, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { memo, useEffect, useRef, useState } from "react";
import { clock } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import type { Player } from "../recording/use-player";
import { LaneRow } from "./lane-row";
import { LANES, type Mark, type Marks } from "./marks";
import { Playhead } from "./playhead";
import { Speech } from "./speech";
import { percentOf, ticksOf } from "./time-axis";
import classes from "./timeline.module.css";

/** Labels of the axis that fit on a telephone. */
const MAX_TICKS = 6;
/** Share of the box that a label takes. A label that begins closer to the end of the axis does not fit. */
const TICK_PERCENT = 6;

const Ticks = memo(function Ticks({ lengthMs, zoom }: { lengthMs: number; zoom: number }) {
  const lastPercent = 100 - TICK_PERCENT / zoom;
  const ticks = ticksOf(lengthMs, MAX_TICKS * zoom).filter((ms) => percentOf(ms, lengthMs) <= lastPercent);
  return (
    <div className={classes.ticks} aria-hidden>
      {ticks.map((ms) => (
        <span key={ms} style={{ left: `${percentOf(ms, lengthMs)}%` }}>
          {clock(ms)}
        </span>
      ))}
    </div>
  );
});

/** Keeps the position in the middle while the axis changes its width. */
function useCenteredZoom(player: Player, lengthMs: number, zoom: number) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const share = percentOf(player.position.get() ?? 0, lengthMs) / 100;
    box.scrollLeft = zoom === 1 ? 0 : share * box.scrollWidth - box.clientWidth / 2;
  }, [player.position, lengthMs, zoom]);
  return scroller;
}

type Props = {
  call: Call;
  peaks: RecordingPeaks | null;
  player: Player;
  marks: Marks;
  lengthMs: number;
  /** Width of the axis, in widths of its box. */
  zoom: number;
  onSelect: (mark: Mark) => void;
};

/** The call's time axis: speech, marks by lane, times and the playhead. */
export function Axis({ call, peaks, player, marks, lengthMs, zoom, onSelect }: Props) {
  const t = useTranslations("calls");
  const [pointedMark, setPointedMark] = useState<Mark | null>(null);
  const scroller = useCenteredZoom(player, lengthMs, zoom);
  const lanes = LANES.filter((lane) => marks[lane].length > 0);
  return (
    <>
      <VisuallyHidden component="p">
        {t("timeline.summary", {
          duration: clock(lengthMs),
          turns: call.transcript.length,
          tools: marks.tools.length,
          masks: marks.masks.length,
          comments: marks.comments.length,
        })}
      </VisuallyHidden>
      <div className={classes.axis}>
        <div className={classes.labels} aria-hidden>
          <span data-lane="speech">{t("speaker.caller")}</span>
          <span data-lane="speech">{t("speaker.agent")}</span>
          {lanes.map((lane) => (
            <span key={lane}>{t(`timeline.lane.${lane}`)}</span>
          ))}
        </div>
        <div ref={scroller} className={classes.scroller}>
          <div className={classes.inner} style={{ width: `${zoom * 100}%` }}>
            <Speech turns={call.transcript} peaks={peaks} audio={player.audio} lengthMs={lengthMs} />
            <Playhead player={player} lengthMs={lengthMs} scroller={scroller} />
            {lanes.map((lane) => (
              <LaneRow
                key={lane}
                lane={lane}
                marks={marks[lane]}
                lengthMs={lengthMs}
                onSelect={onSelect}
                onPoint={setPointedMark}
              />
            ))}
            <Ticks lengthMs={lengthMs} zoom={zoom} />
          </div>
        </div>
      </div>
      {lanes.length > 0 && (
        <Text size="xs" c="dimmed" mt={6} className={classes.readout ?? ""} aria-hidden>
          {pointedMark?.label ?? t("timeline.help")}
        </Text>
      )}
    </>
  );
}
