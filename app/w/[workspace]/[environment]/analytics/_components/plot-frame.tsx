"use client";

import { useTranslations } from "next-intl";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "@/components/link";
import { useAddress } from "@/components/use-address";
import classes from "./figures.module.css";
import type { Plot } from "./plot";
import { PointLinks } from "./point-links";
import type { Line, Point } from "./points";
import { segmentLineOf } from "./segments";
import { type Selection, usePointSelection } from "./use-point-selection";

type Props = {
  title: string;
  points: readonly Point[];
  lines: readonly Line[];
  /** Each point and its values in words. */
  labels: readonly string[];
  plot: Plot | null;
  children: ReactNode;
};

/** A chart whose points open their calls, and whose periods can be selected by dragging or with the keyboard. */
export function PlotFrame({ title, points, lines, labels, plot, children }: Props) {
  const t = useTranslations("analytics.chart");
  const address = useAddress();
  const frame = useRef<HTMLDivElement>(null);
  const [extended, setExtended] = useState<Selection | null>(null);
  /** The line whose segment is pressed. */
  const [pressedLine, setPressedLine] = useState<string | null>(null);
  const segmentLink = useRef<HTMLAnchorElement>(null);
  const boundsOf = ({ anchor, end }: Selection) => {
    const [first, last] = [Math.min(anchor, end), Math.max(anchor, end)];
    return { first, last, from: points[first], to: points[last] };
  };
  const onSelect = (selection: Selection) => {
    const { from, to } = boundsOf(selection);
    setExtended(null);
    if (from && to) address.set({ from: from.period.from, to: to.period.to });
  };
  /** Activates the link of the segment or the point as a click on it would, so that a modifier key opens a new tab. */
  const onOpen = (point: number, { ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
    const link = segmentLink.current ?? frame.current?.querySelectorAll("nav a")[point];
    link?.dispatchEvent(new MouseEvent("click", init));
  };
  const { drag, handlers } = usePointSelection({ plot, count: points.length, onOpen, onSelect });
  const selection = drag ?? extended;
  const bounds = selection && boundsOf(selection);
  const width = 100 / points.length;
  const segmentHref = drag && pressedLine !== null ? points[drag.anchor]?.lineHrefs[pressedLine] : undefined;
  return (
    <div
      ref={frame}
      className={classes.frame}
      {...handlers}
      onPointerDownCapture={({ target }) =>
        setPressedLine(target instanceof Element ? segmentLineOf(lines, target) : null)
      }
    >
      {segmentHref !== undefined && (
        <Link ref={segmentLink} href={segmentHref} prefetch={false} hidden tabIndex={-1} />
      )}
      <div aria-hidden>{children}</div>
      {plot && (
        <div
          className={classes.plot}
          style={{ left: plot.x, top: plot.y, width: plot.width, height: plot.height }}
        >
          {bounds?.from && bounds.to && (
            <>
              <div
                className={classes.selection}
                style={{
                  left: `${bounds.first * width}%`,
                  width: `${(bounds.last - bounds.first + 1) * width}%`,
                }}
              />
              <span className={classes.caption} role="status">
                {t("selection", { from: bounds.from.bucket, to: bounds.to.bucket })}
              </span>
            </>
          )}
          <PointLinks
            title={title}
            points={points}
            labels={labels}
            selection={extended}
            onExtend={setExtended}
            onSelect={onSelect}
          />
        </div>
      )}
    </div>
  );
}
