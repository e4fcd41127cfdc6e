"use client";

import { useState } from "react";
import { ApiError } from "@/components/api-error";
import { useProblemText } from "@/components/use-problem-text";

/** Submits a form without a session. `busy` is true while it is sent; `problem` is the error message. */
export function useGuestForm() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const text = useProblemText();
  /** Whether it worked. */
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(text.full(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, send };
}

/** A field of a form as it was sent. */
export const field = (data: FormData, name: string): string => String(data.get(name) ?? "");
