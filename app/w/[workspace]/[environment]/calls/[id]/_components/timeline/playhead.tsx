"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { clock } from "@/components/words";
import type { Player } from "../recording/use-player";
import { SKIP_MS } from "./skip";
import { percentOf } from "./time-axis";
import classes from "./timeline.module.css";

type Props = { player: Player; lengthMs: number; scroller: RefObject<HTMLDivElement | null> };

/** Keeps the playhead visible while the axis is wider than its box. */
function reveal(box: HTMLElement, share: number): void {
  const left = share * box.scrollWidth;
  if (left < box.scrollLeft || left > box.scrollLeft + box.clientWidth)
    box.scrollLeft = left - box.clientWidth / 4;
}

/**
 * The position in the call, and a slider over the whole axis to change it. Both follow the player without React, as the
 * position changes with each frame.
 */
export function Playhead({ player, lengthMs, scroller }: Props) {
  const t = useTranslations("calls.timeline");
  const line = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const { position, isPlaying } = player;
  useEffect(() => {
    const show = () => {
      const atMs = position.get();
      if (line.current === null || slider.current === null) return;
      line.current.hidden = atMs === null;
      const percent = percentOf(atMs ?? 0, lengthMs);
      line.current.style.left = `${percent}%`;
      slider.current.value = String(Math.round(atMs ?? 0));
      const text = t("time", { at: clock(atMs ?? 0), duration: clock(lengthMs) });
      if (slider.current.getAttribute("aria-valuetext") !== text)
        slider.current.setAttribute("aria-valuetext", text);
      if (isPlaying && scroller.current !== null) reveal(scroller.current, percent / 100);
    };
    show();
    return position.subscribe(show);
  }, [position, isPlaying, lengthMs, scroller, t]);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -SKIP_MS, ArrowRight: SKIP_MS }[event.key];
    if (by !== undefined) player.seek(Math.min(lengthMs, Math.max(0, (position.get() ?? 0) + by)));
    else if (event.key === " " && player.audio !== null) player.toggle();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={slider}
        type="range"
        className={classes.slider}
        aria-label={t("position")}
        min={0}
        max={Math.ceil(lengthMs)}
        step={1}
        defaultValue={0}
        onInput={({ currentTarget }) => player.seek(Number(currentTarget.value))}
        onKeyDown={press}
      />
      <div ref={line} className={classes.playhead} hidden aria-hidden />
    </>
  );
}
