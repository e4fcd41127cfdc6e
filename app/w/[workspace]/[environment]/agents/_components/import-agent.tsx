"use client";

import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { BodyOf } from "@/components/api-types";
import { useAction } from "@/components/use-action";
import { useProblemText } from "@/components/use-problem-text";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { ErrorDetail } from "@/lib/platform/errors";
import type { Translator } from "@/messages/translator";

/** About twice the size of the largest agent that `/v1` accepts. */
const MAX_FILE_MB = 2;
const BYTES_PER_MB = 1024 * 1024;

async function parse(t: Translator<"agents.import">, file: File): Promise<BodyOf<"POST", "/v1/agents">> {
  if (file.size > MAX_FILE_MB * BYTES_PER_MB) throw new ApiError(t("tooLarge", { size: MAX_FILE_MB }), {});
  try {
    // The server validates the file, and `withFields` shows the fields that it refuses.
    return JSON.parse(await file.text()) as BodyOf<"POST", "/v1/agents">;
  } catch {
    throw new ApiError(t("notJson"), {});
  }
}

type Texts = { t: Translator<"agents.import">; detailText: (detail: ErrorDetail) => string };

/** Throws the error with the position of each detail in the file. */
function withFields({ t, detailText }: Texts, error: unknown): never {
  if (!(error instanceof ApiError) || error.details.length === 0) throw error;
  const { status, code, requestId } = error;
  const details = error.details.map(({ params, reason, ...detail }) => ({
    ...detail,
    message: t("detail", {
      field: detail.pointer,
      problem: detailText({ ...detail, reason, ...(params !== undefined && { params }) }),
    }),
  }));
  throw new ApiError(t("notAgent"), { status, code, requestId, details });
}

/** Creates an agent from an exported file. */
export function ImportAgent() {
  const t = useTranslations("agents.import");
  const { detail: detailText } = useProblemText();
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const reset = useRef<() => void>(null);
  async function importFile(file: File | null): Promise<void> {
    if (file === null) return;
    const create = async () =>
      api
        .post("/v1/agents", { body: await parse(t, file) })
        .catch((error: unknown) => withFields({ t, detailText }, error));
    const result = await run(create, { done: t("done"), refresh: false });
    reset.current?.();
    if (result.ok) router.push(`/agents/${result.data.id}`);
  }
  return (
    <FileButton
      onChange={importFile}
      accept="application/json,.json"
      resetRef={reset}
      inputProps={{ "aria-label": t("file") }}
    >
      {(props) => (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={busy}
          {...props}
        >
          {t("action")}
        </Button>
      )}
    </FileButton>
  );
}
