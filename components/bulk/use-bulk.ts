"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { Selection } from "../table-column";
import { say } from "../use-action";
import { type BulkResult, runEach } from "./run-each";

/** An action on each selected row. `done`: what it did, "18 calls tagged". */
export type BulkAction<Row> = { work: (row: Row) => Promise<unknown>; done: (count: number) => string };

export type BulkState<Row> =
  | { kind: "idle" }
  | { kind: "running"; finished: number; total: number }
  | ({ kind: "failed"; action: BulkAction<Row> } & BulkResult<Row>);

export type StartBulk<Row> = (action: BulkAction<Row>) => Promise<void>;

/** Runs actions on the selected rows. Rows whose request failed stay selected. */
export function useBulk<Row extends { id: string }>({ rows, select }: Selection<Row>) {
  const router = useRouter();
  const [state, setState] = useState<BulkState<Row>>({ kind: "idle" });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start: StartBulk<Row> = async (action) => {
    const abort = new AbortController();
    controller.current = abort;
    const total = rows.length;
    setState({ kind: "running", finished: 0, total });
    const result = await runEach(rows, action.work, {
      signal: abort.signal,
      onProgress: (finished) => setState({ kind: "running", finished, total }),
    });
    if (abort.signal.aborted) return;
    select(result.failed.map(({ row }) => row.id));
    if (result.failed.length === 0) {
      say(action.done(total));
      setState({ kind: "idle" });
    } else setState({ kind: "failed", action, ...result });
    router.refresh();
  };
  return { state, start, dismiss: () => setState({ kind: "idle" }) };
}
