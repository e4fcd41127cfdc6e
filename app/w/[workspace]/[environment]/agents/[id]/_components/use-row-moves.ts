import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";

type Move = (from: number, to: number) => void;

/** Moves rows and announces their new position to screen readers. */
export function useRowMoves(move: Move, count: number) {
  const t = useTranslations("agents.rows");
  const [position, setPosition] = useState<number | null>(null);
  const moveAndAnnounce = useCallback(
    (from: number, to: number) => {
      if (to < 0 || to >= count) return;
      move(from, to);
      setPosition(to);
    },
    [move, count],
  );
  return {
    move: moveAndAnnounce,
    announcement: position === null ? "" : t("moved", { position: position + 1, count }),
  };
}
