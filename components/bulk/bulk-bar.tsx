"use client";

import { Button, Progress } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { ApiError } from "../api-error";
import type { Selection } from "../table-column";
import { useProblemText } from "../use-problem-text";
import classes from "./bulk-bar.module.css";
import type { Failure } from "./run-each";
import { type BulkState, type StartBulk, useBulk } from "./use-bulk";

const PERCENT = 100;

type FailedProps<Row> = {
  state: Extract<BulkState<Row>, { kind: "failed" }>;
  onRetry: () => void;
  onDismiss: () => void;
};

/** The causes of failures, each once. */
function useCauses() {
  const t = useTranslations("common.selection");
  const { full } = useProblemText();
  return (failed: readonly Failure<unknown>[]): string[] => [
    ...new Set(failed.map(({ error }) => (error instanceof ApiError ? full(error) : t("unexpected")))),
  ];
}

function Failed<Row>({ state, onRetry, onDismiss }: FailedProps<Row>) {
  const t = useTranslations("common");
  const causes = useCauses()(state.failed);
  const { action, done, failed } = state;
  return (
    <>
      <div role="alert" className={classes.text}>
        <strong>{t("selection.result", { done: action.done(done.length), failed: failed.length })}</strong>
        {causes.map((cause) => (
          <span key={cause}>{cause}</span>
        ))}
      </div>
      <Button size="xs" onClick={onRetry}>
        {t("selection.retry", { count: failed.length })}
      </Button>
      <Button size="xs" variant="default" onClick={onDismiss}>
        {t("dismiss")}
      </Button>
    </>
  );
}

type Props<Row extends { id: string }> = {
  selection: Selection<Row>;
  /** The buttons of the actions. */
  children: (start: StartBulk<Row>) => ReactNode;
};

/** The actions of the selected rows, their progress and their result. Shown while rows are selected. */
export function BulkBar<Row extends { id: string }>({ selection, children }: Props<Row>) {
  const t = useTranslations("common.selection");
  const { state, start, dismiss } = useBulk(selection);
  const bar = useRef<HTMLElement>(null);
  const count = selection.rows.length;
  // The pressed button is removed while the action runs.
  const run: StartBulk<Row> = (action) => {
    bar.current?.focus({ preventScroll: true });
    return start(action);
  };
  const isFailed =
    state.kind === "failed" && state.failed.some(({ row }) => selection.rows.some(({ id }) => id === row.id));
  if (count === 0 && state.kind !== "running") return null;
  return (
    <section ref={bar} className={classes.bar} aria-label={t("label")} tabIndex={-1}>
      {state.kind === "running" && (
        <>
          <span role="status">{t("progress", { finished: state.finished, total: state.total })}</span>
          <Progress
            flex={1}
            miw={80}
            value={(state.finished / state.total) * PERCENT}
            aria-label={t("progressBar")}
          />
        </>
      )}
      {isFailed && <Failed state={state} onRetry={() => run(state.action)} onDismiss={dismiss} />}
      {state.kind !== "running" && !isFailed && (
        <>
          <span role="status" className={classes.text}>
            {selection.hasOtherPages ? t("countOfPage", { count }) : t("count", { count })}
          </span>
          {children(run)}
          <Button size="xs" variant="subtle" onClick={() => selection.select([])}>
            {t("clear")}
          </Button>
        </>
      )}
    </section>
  );
}
