"use client";

import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./call.module.css";

/** A voice is at a tenth of what a microphone can carry: the square root shows it where a meter is read. */
const barLevel = (level: number): number => Math.min(1, Math.sqrt(level) * 1.6);
/** How much of what was shown stays for a picture's time: a meter rises at once and falls softly, however many are drawn. */
const FALL = 0.86;
const PICTURE_MS = 1_000 / 60;
/** Screen readers that look at it are told this often. */
const TOLD_MS = 250;

type Props = { label: string; read: () => number; by: "caller" | "agent" };

/** Volume bar. It updates its element directly, without rendering. */
export function Level({ label, read, by }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const source = useRef(read);
  useEffect(() => {
    source.current = read;
  }, [read]);
  useEffect(() => {
    let level = 0;
    let toldMs = 0;
    let drawnMs = performance.now();
    let picture = 0;
    const draw = (nowMs: number) => {
      const pictures = Math.max(0, nowMs - drawnMs) / PICTURE_MS;
      drawnMs = nowMs;
      level = Math.max(barLevel(source.current()), level * FALL ** pictures);
      bar.current?.style.setProperty("--level", level.toFixed(3));
      if (meter.current !== null && nowMs - toldMs > TOLD_MS) {
        toldMs = nowMs;
        meter.current.value = level;
      }
      picture = requestAnimationFrame(draw);
    };
    picture = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(picture);
  }, []);
  return (
    <div className={classes.level}>
      <span>{label}</span>
      <div ref={bar} className={classes.bar} data-by={by} aria-hidden />
      <VisuallyHidden>
        <meter ref={meter} aria-label={`Loudness, ${label.toLowerCase()}`} min={0} max={1} value={0} />
      </VisuallyHidden>
    </div>
  );
}
