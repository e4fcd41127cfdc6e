"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ApiError } from "../api-error";
import { complain } from "../use-action";
import type { ChoiceFilter, Option } from "./filter";

const NONE: readonly Option[] = [];

/** The options of a choice. Loads those that the page does not have. */
export function useOptions(source: ChoiceFilter["options"] = NONE): readonly Option[] {
  const t = useTranslations("errors");
  const [loaded, setLoaded] = useState<readonly Option[]>(NONE);
  useEffect(() => {
    if (typeof source !== "function") return;
    let isCurrent = true;
    source().then(
      (options) => isCurrent && setLoaded(options),
      (error: unknown) => {
        if (isCurrent && error instanceof ApiError) complain(t, error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [source, t]);
  return typeof source === "function" ? loaded : source;
}
