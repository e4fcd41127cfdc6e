"use client";

import { useCallback, useState } from "react";
import { api } from "./api";
import type { ShownCheck } from "./set-up-findings";
import { useAction } from "./use-action";

/** Checks an integration by asking its provider, and holds the result for `SetUpFindings` to show. */
export function useSetUpCheck() {
  const [shown, setShown] = useState<ShownCheck | null>(null);
  const { busy, run } = useAction();
  const check = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    setShown({ name, check: null });
    const result = await run(() => api.post("/v1/integrations/:id/check", { params: { id } }));
    // A dialog that was closed meanwhile stays closed.
    setShown((current) => (current !== null && result.ok ? { name, check: result.data } : null));
  };
  const close = useCallback(() => setShown(null), []);
  return { busy, check, shown, close };
}
