"use client";

import { Button, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/confirm-button";
import { useProblemText } from "@/components/use-problem-text";
import classes from "./builder.module.css";
import { useDraft, useDraftStore } from "./draft-context";
import { type DraftState, summarize } from "./draft-store";
import type { SavePhase } from "./use-draft-saving";

type Props = {
  phase: SavePhase;
  onRetry: () => void;
  /** Moves the focus to the first field with a problem. */
  onShowProblem: () => void;
};

const countProblems = ({ problems }: DraftState): number => Object.keys(problems).length;
const hasDraftChanges = (state: DraftState): boolean => Object.keys(summarize(state).draft).length > 0;

/** Says whether the draft is saved, and offers the next step if it cannot be. */
export function SaveStatus({ phase, onRetry, onShowProblem }: Props) {
  const t = useTranslations("agents.builder");
  const problemText = useProblemText();
  const store = useDraftStore();
  const isDirty = useDraft(hasDraftChanges);
  const problems = useDraft(countProblems);
  const canDiscard = useDraft((state) => summarize(state).canDiscard);

  function status(): string {
    if (phase.kind === "saving") return t("saving");
    if (phase.kind === "conflict") return t("conflict");
    if (phase.kind === "failed" && isDirty)
      return phase.isRetried ? t("retrying") : t("failed", { problem: problemText.full(phase.error) });
    if (problems > 0) return t("invalid", { count: problems });
    return isDirty ? t("unsaved") : t("saved");
  }
  const needsRetry = phase.kind === "conflict" || (phase.kind === "failed" && isDirty);
  const isProblem = needsRetry || problems > 0;
  return (
    <div className={classes.status}>
      <Text
        size="xs"
        className={classes.statusText ?? ""}
        data-calm={!isProblem}
        c={isProblem ? "var(--mantine-color-error)" : "dimmed"}
        aria-live="polite"
      >
        {status()}
      </Text>
      {needsRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {phase.kind === "conflict" ? t("resolve") : t("retry")}
        </Button>
      )}
      {problems > 0 && !needsRetry && (
        <Button size="compact-xs" variant="default" aria-label={t("showProblem")} onClick={onShowProblem}>
          {t("show")}
        </Button>
      )}
      <ConfirmButton
        size="compact-xs"
        variant="subtle"
        color="gray"
        disabled={!canDiscard}
        title={t("discardTitle")}
        message={t("discardHelp")}
        confirm={t("discardConfirm")}
        onConfirm={store.discard}
      >
        {t("discard")}
      </ConfirmButton>
    </div>
  );
}
