"use client";

import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { BodyOf } from "@/components/api-types";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";

/** The largest agent that `/v1` takes is about half of it. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

async function parse(file: File): Promise<BodyOf<"POST", "/v1/agents">> {
  if (file.size > MAX_FILE_BYTES) throw new ApiError("The file is larger than an agent can be.", {});
  try {
    // The server checks the file, and `placed` shows where it is wrong.
    return JSON.parse(await file.text()) as BodyOf<"POST", "/v1/agents">;
  } catch {
    throw new ApiError("The file is not JSON. Choose one that an agent was exported to.", {});
  }
}

/** The errors with their positions in the file. */
function placed(error: unknown): never {
  if (!(error instanceof ApiError) || error.details.length === 0) throw error;
  const { status, code, requestId } = error;
  const details = error.details.map((detail) => ({
    ...detail,
    message: `${detail.pointer}: ${detail.message}`,
  }));
  throw new ApiError("The file is not an agent.", { status, code, requestId, details });
}

/** Makes an agent from a file that one was exported to. */
export function ImportAgent() {
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const reset = useRef<() => void>(null);
  async function take(file: File | null): Promise<void> {
    if (file === null) return;
    const result = await run(async () => api.post("/v1/agents", { body: await parse(file) }).catch(placed), {
      done: "The agent is imported.",
      refresh: false,
    });
    reset.current?.();
    if (result.ok) router.push(`/agents/${result.data.id}`);
  }
  return (
    <FileButton
      onChange={take}
      accept="application/json,.json"
      resetRef={reset}
      inputProps={{ "aria-label": "Agent as JSON" }}
    >
      {(props) => (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={busy}
          {...props}
        >
          Import
        </Button>
      )}
    </FileButton>
  );
}
