"use client";

import { mayLeave } from "@/components/unsaved-guard";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Turn } from "@/lib/calls/calls/schema";
import type { AdjacentCalls } from "../../adjacent-calls";
import { neighborTurn } from "../recording/in-step";
import type { Player } from "../recording/use-player";
import { SKIP_MS } from "../timeline/skip";
import { useShortcuts } from "./use-shortcuts";

type Options = {
  turns: readonly Turn[];
  player: Player;
  adjacent: AdjacentCalls;
  query: string;
  /** Moves the position to a turn and scrolls to it. */
  onGoTo: (turn: Turn) => void;
  /** Starts a comment; null for readers who cannot comment. */
  onComment: (() => void) | null;
  onHelp: () => void;
};

/** The keyboard shortcuts of a call's page. */
export function useReviewShortcuts({ turns, player, adjacent, query, onGoTo, onComment, onHelp }: Options) {
  const router = useScopedRouter();
  const skip = (byMs: number) => () => {
    if (turns.length === 0) return false;
    player.seek(Math.max(0, (player.position.get() ?? 0) + byMs));
    return true;
  };
  const goToTurn = (direction: "previous" | "next") => () => {
    const turn = neighborTurn(turns, player.position.get(), direction);
    if (turn !== null) onGoTo(turn);
    return turn !== null;
  };
  const openCall = (id: string | null) => () => {
    if (id === null) return false;
    const open = async () => {
      if (await mayLeave()) router.push(`/calls/${id}${query}`);
    };
    void open();
    return true;
  };
  useShortcuts({
    play() {
      if (player.audio === null) return false;
      player.toggle();
      return true;
    },
    back: skip(-SKIP_MS),
    forward: skip(SKIP_MS),
    previousTurn: goToTurn("previous"),
    nextTurn: goToTurn("next"),
    comment() {
      onComment?.();
      return onComment !== null;
    },
    previousCall: openCall(adjacent.previous),
    nextCall: openCall(adjacent.next),
    help() {
      onHelp();
      return true;
    },
  });
}
