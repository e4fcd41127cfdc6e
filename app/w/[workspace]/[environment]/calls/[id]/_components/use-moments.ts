"use client";

import { useCallback, useEffect, useRef } from "react";
import { turnAnchor } from "@/components/turns";
import type { Turn } from "@/lib/calls/calls/schema";
import { momentOf } from "./call-link";
import { latestTurn } from "./recording/in-step";
import type { Player } from "./recording/use-player";

/** Scrolls to a turn of the transcript. */
function scrollToTurn(index: number): void {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  document
    .getElementById(turnAnchor(index))
    ?.scrollIntoView({ block: "center", behavior: isCalm ? "auto" : "smooth" });
}

/**
 * Goes to moments of the call: moves the position, and scrolls the transcript to the turn. Opens the page at the moment
 * that its address names.
 */
export function useMoments(turns: readonly Turn[], player: Player) {
  const { seek } = player;
  const goToTime = useCallback(
    (atMs: number) => {
      seek(atMs);
      const turn = latestTurn(turns, atMs);
      if (turn !== null) scrollToTurn(turn.index);
    },
    [turns, seek],
  );
  const goToTurn = useCallback(
    (turn: Turn) => {
      seek(turn.start_ms);
      scrollToTurn(turn.index);
    },
    [seek],
  );
  const hasFollowedAddress = useRef(false);
  useEffect(() => {
    if (hasFollowedAddress.current) return;
    hasFollowedAddress.current = true;
    const moment = momentOf(window.location);
    if (moment === null) return;
    if ("atMs" in moment) return goToTime(moment.atMs);
    const turn = turns.find(({ index }) => index === moment.turn);
    if (turn !== undefined) goToTurn(turn);
  }, [turns, goToTime, goToTurn]);
  return { goToTime, goToTurn };
}
