"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ImportPreview, PreviewImport } from "@/lib/outreach/imports/schema";
import { MAX_PREVIEW_FILE } from "@/lib/outreach/imports/values";
import { api } from "../api";
import { ApiError } from "../api-error";
import { complain } from "../use-action";
import { isSendable, mediaTypeOf } from "./chosen-file";

/** Pause after a change, so that typing a source does not send the file for each letter. */
const WAIT_MS = 300;

type Result = { file: File; query: string; preview: ImportPreview | null };

/**
 * Previews the first part of a file each time the file or the query changes. The last preview of the file stays
 * until the next one arrives.
 */
export function usePreview(
  file: File | null,
  query: PreviewImport,
): { preview: ImportPreview | null; isLoading: boolean } {
  const t = useTranslations("errors");
  const [result, setResult] = useState<Result | null>(null);
  const key = JSON.stringify(query);
  const sendable = file !== null && isSendable(file) ? file : null;
  useEffect(() => {
    if (sendable === null) return;
    const controller = new AbortController();
    const send = () =>
      api.upload("/v1/contacts/imports/preview", {
        query: {
          ...(JSON.parse(key) as PreviewImport),
          ...(sendable.size > MAX_PREVIEW_FILE && { partial: "true" as const }),
        },
        file: sendable.slice(0, MAX_PREVIEW_FILE),
        type: mediaTypeOf(sendable),
        signal: controller.signal,
      });
    const timer = setTimeout(() => {
      send().then(
        (preview) => setResult({ file: sendable, query: key, preview }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          if (error instanceof ApiError) complain(t, error);
          setResult({ file: sendable, query: key, preview: null });
        },
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [sendable, key, t]);
  const isCurrent = result !== null && result.file === sendable;
  return {
    preview: isCurrent ? result.preview : null,
    isLoading: sendable !== null && !(isCurrent && result.query === key),
  };
}
