"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "@/components/api";
import type { ApiError } from "@/components/api-error";
import { detailText } from "@/components/problem-text";
import { complain, say, useAction } from "@/components/use-action";
import { useConditionalSave } from "@/components/use-conditional-save";
import type { Agent } from "@/lib/agents/agents/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { createAutosaveTimer } from "./autosave-timer";
import type { Changes } from "./draft-changes";
import { type DraftStore, type Problems, summarize } from "./draft-store";
import { inputOf } from "./focus-path";
import { fieldsWithProblems, withoutFields } from "./problem-fields";
import { createRefusals } from "./refused-fields";
import { isTemporary, sendDraft } from "./send-draft";
import { useLeavingEvents } from "./use-leaving-events";

/** The state of the last save. `conflict`: the member decided to keep a draft that another change stands against. */
export type SavePhase =
  | { kind: "idle" | "saving" | "conflict" }
  | { kind: "failed"; error: ApiError; isRetried: boolean };

type SaveOptions = {
  /** Also saves settings that take effect without a deploy. */
  withImmediate?: boolean;
  /** The page may be closed before the response arrives. */
  isLeaving?: boolean;
  /** Leaves edits that were made during the request to the next save. */
  isAutomatic?: boolean;
};

/** A save sends the rest again after the server has refused a field; this bounds the requests of one save. */
const MAX_REQUESTS = 4;
const IDLE: SavePhase = { kind: "idle" };

type Check = typeof import("./draft-problems");
/** Imports the check of changes, with its schemas. */
const loadCheck = (): Promise<Check> => import("./draft-problems");

/**
 * Saves the draft of the builder: automatically after edits, and on request. Requests run one after the other. Fields with a
 * problem stay in the page; the others are saved.
 */
export function useDraftSaving(store: DraftStore) {
  const t = useTranslations("errors");
  const tBuilder = useTranslations("agents.builder");
  const [phase, setPhase] = useState<SavePhase>(IDLE);
  const { run } = useAction();
  const [refusals] = useState(createRefusals);
  /** The failure of the last save; null if it succeeded. */
  const lastError = useRef<ApiError | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** The schema's check, loaded with the first edit. Until then, and if it cannot be loaded, the server alone checks. */
  const loaded = useRef<Check | null>(null);
  const id = store.get().saved.id;
  const conditional = useConditionalSave({
    run,
    noun: "agent",
    read: () => api.get("/v1/agents/:id", { params: { id } }),
    onLoad: store.load,
  });

  const loadProblemsOf = async () => {
    loaded.current ??= await loadCheck().catch(() => null);
  };

  const textOf = (detail: ErrorDetail, path: string) =>
    loaded.current?.fieldText(t, detail, inputOf(path)) ?? detailText(t, detail);

  /** Problems that the schema finds, and those that the server has found in unchanged values. */
  const check = (changes: Changes): Problems => ({
    ...refusals.problems(store.get().values),
    ...loaded.current?.problemsOf(changes, textOf),
  });

  /** Sends one request; returns whether another one can follow. */
  async function sendOnce({ withImmediate, isLeaving = false, isAutomatic }: SaveOptions): Promise<boolean> {
    // A request must be sent before the page is closed.
    if (!isLeaving) await loadProblemsOf();
    const state = store.get();
    const { draft, immediate } = summarize(state);
    const problems = check({ ...draft, ...immediate });
    store.setProblems(problems);
    const changes = withImmediate ? { ...draft, ...immediate } : draft;
    const heldFields = new Set([...fieldsWithProblems(problems), ...refusals.fields()]);
    const body = withoutFields(changes, heldFields);
    if (Object.keys(body).length === 0) {
      setPhase((before) => (before.kind === "saving" ? IDLE : before));
      return false;
    }
    setPhase({ kind: "saving" });
    lastError.current = null;
    let isOverwritten = false;
    const result = await conditional.save(
      state.saved,
      (ifMatch) => {
        isOverwritten = ifMatch !== state.saved.revision;
        return sendDraft({ id, body, ifMatch, isLeaving });
      },
      { refresh: "name" in body },
    );
    if (result === null) {
      setPhase(store.get().saved === state.saved ? { kind: "conflict" } : IDLE);
      return false;
    }
    if ("agent" in result) {
      timer.succeeded();
      store.merge(result.agent, {
        values: state.values,
        fields: new Set(Object.keys(body)),
        isCheckpoint: withImmediate === true || isOverwritten,
      });
      setPhase(IDLE);
      return isAutomatic !== true;
    }
    const { error } = result;
    lastError.current = error;
    if (error.code === "validation_error" && error.details.length > 0) {
      const newProblems = error.fields(textOf);
      refusals.add(Object.keys(body), newProblems, state.values);
      store.setProblems({ ...store.get().problems, ...newProblems });
      setPhase(IDLE);
      return true;
    }
    const isRetried = isTemporary(error);
    setPhase({ kind: "failed", error, isRetried });
    if (isRetried) timer.failed();
    return false;
  }

  /** Saves what can be saved. Resolves with the agent, or with null if a change is left that should have been saved. */
  function save(options: SaveOptions = {}): Promise<Agent | null> {
    const attempt = async (): Promise<Agent | null> => {
      timer.cancel();
      for (let requests = 0; requests < MAX_REQUESTS && (await sendOnce(options)); requests++);
      const { draft, immediate } = summarize(store.get());
      const left = options.withImmediate ? { ...draft, ...immediate } : draft;
      return Object.keys(left).length === 0 ? store.get().saved : null;
    };
    const result = queue.current.then(attempt, attempt);
    queue.current = result.catch(() => undefined);
    return result;
  }

  /** Saves on request, and says what stands against it. */
  async function saveOnRequest(options: SaveOptions = {}): Promise<Agent | null> {
    const agent = await save(options);
    const error = lastError.current;
    if (agent === null && error !== null && Object.keys(store.get().problems).length === 0)
      complain(t, error);
    return agent;
  }
  async function saveImmediate(): Promise<Agent | null> {
    const agent = await saveOnRequest({ withImmediate: true });
    if (agent !== null) say(tBuilder("done"));
    return agent;
  }

  const latest = useRef({ save, phase, loadProblemsOf });
  useEffect(() => {
    latest.current = { save, phase, loadProblemsOf };
  });
  const timer = useMemo(() => createAutosaveTimer(() => void latest.current.save({ isAutomatic: true })), []);
  useEffect(() => {
    let { values } = store.get();
    const unsubscribe = store.subscribe(() => {
      const next = store.get().values;
      if (next === values) return;
      values = next;
      void latest.current.loadProblemsOf();
      if (latest.current.phase.kind !== "conflict") timer.edited();
    });
    // The fields can be edited before this effect has run.
    if (Object.keys(summarize(store.get()).draft).length > 0) timer.edited();
    return () => {
      unsubscribe();
      timer.cancel();
    };
  }, [store, timer]);
  useLeavingEvents({
    onLeave: () => {
      if (latest.current.phase.kind !== "conflict") void latest.current.save({ isLeaving: true });
    },
    onReturn: () => {
      if (latest.current.phase.kind === "failed") void latest.current.save();
    },
  });

  return { phase, save, saveOnRequest, saveImmediate, conflictDialog: conditional.conflictDialog };
}
