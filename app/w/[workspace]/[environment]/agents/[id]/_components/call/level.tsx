"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "./call.module.css";

/** Speech is at about a tenth of full scale, so a square root moves it to the middle of the bar. */
const barLevel = (level: number): number => Math.min(1, Math.sqrt(level) * 1.6);
/** The share of the level that remains after one frame: the bar rises at once and falls slowly at any frame rate. */
const DECAY = 0.86;
const FRAME_MS = 1_000 / 60;
/** Interval of the updates for screen readers. */
const METER_MS = 250;

type Props = { label: string; read: () => number; by: "caller" | "agent" };

/** Volume bar. It updates its element directly, without rendering. */
export function Level({ label, read, by }: Props) {
  const t = useTranslations("agents.call");
  const bar = useRef<HTMLDivElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const source = useRef(read);
  useEffect(() => {
    source.current = read;
  }, [read]);
  useEffect(() => {
    let level = 0;
    let meterMs = 0;
    let drawnMs = performance.now();
    let frame = 0;
    const draw = (nowMs: number) => {
      const frames = Math.max(0, nowMs - drawnMs) / FRAME_MS;
      drawnMs = nowMs;
      level = Math.max(barLevel(source.current()), level * DECAY ** frames);
      bar.current?.style.setProperty("--level", level.toFixed(3));
      if (meter.current !== null && nowMs - meterMs > METER_MS) {
        meterMs = nowMs;
        meter.current.value = level;
      }
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={classes.level}>
      <span>{label}</span>
      <div ref={bar} className={classes.bar} data-by={by} aria-hidden />
      <VisuallyHidden>
        <meter ref={meter} aria-label={t(`volume.${by}`)} min={0} max={1} value={0} />
      </VisuallyHidden>
    </div>
  );
}
