"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import type { OutboundPreview } from "@/lib/outreach/route-previews/schema";
import { api } from "../api";
import { ApiError } from "../api-error";

/** Pause in typing after which a number is checked. */
const TYPING_PAUSE_MS = 300;
/** A country code and a subscriber number. Shorter texts are not checked. */
const COMPLETE_NUMBER = /^\+\d{7,15}$/;

export type Reach = {
  /** Null if no contact has the number. */
  decision: ExplainedDecision | null;
  /** Null if it could not be read. */
  preview: OutboundPreview | null;
};
type State = "none" | "loading" | "failed" | Reach;

/** A number as it is typed, without separators. */
const compact = (text: string): string => text.replace(/[\s()./-]/g, "");

type Request = { contactId: string | undefined; phone: string; purpose: "informational" | "telemarketing" };

async function readDecision(contact: string, purpose: Request["purpose"], signal: AbortSignal) {
  try {
    const query = { purpose, channel: "call" } as const;
    return await api.get("/v1/contacts/:contact/decision", { params: { contact }, query, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** Whether a contact or a number can be called now, and over which route. Nothing is called. */
export function useReach({ contactId, phone, purpose }: Request): State {
  const [number] = useDebouncedValue(compact(phone), TYPING_PAUSE_MS);
  const [state, setState] = useState<State>("none");
  const isComplete = COMPLETE_NUMBER.test(number);
  useEffect(() => {
    if (!isComplete) return setState("none");
    const controller = new AbortController();
    const { signal } = controller;
    setState("loading");
    Promise.all([
      readDecision(contactId ?? number, purpose, signal),
      api.get("/v1/outbound-routes/preview", { query: { to: number }, signal }).catch(() => null),
    ]).then(
      ([decision, preview]) => setState({ decision, preview }),
      (error: unknown) => {
        if (signal.aborted) return;
        setState("failed");
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => controller.abort();
  }, [contactId, isComplete, number, purpose]);
  return state;
}
