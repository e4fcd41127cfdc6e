"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ErrorDetail } from "@/lib/platform/errors";
import { detailText, fullProblemText, type Problem } from "./problem-text";
import { useReasonTexts } from "./use-reason-texts";

/** The texts of errors, for components. */
export function useProblemText() {
  const t = useTranslations("errors");
  const texts = useReasonTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentences change with the texts of reasons.
  return useMemo(
    () => ({
      full: (problem: Problem) => fullProblemText(t, problem),
      detail: (detail: ErrorDetail) => detailText(t, detail),
    }),
    [t, texts],
  );
}
