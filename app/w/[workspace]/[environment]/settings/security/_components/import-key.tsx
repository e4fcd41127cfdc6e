"use client";

import { Button, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import { useRequested } from "@/components/use-requested";
import type { KeyImport } from "@/lib/identity/encryption/schema";

const loadForm = async () => (await import("./wrapped-key-form")).WrappedKeyForm;

/** Prepares the import of a key, and then asks for the wrapped key. */
export function ImportKey({ isRestore }: { isRestore: boolean }) {
  const t = useTranslations("encryption.import");
  const { busy, run } = useAction();
  const { Part: WrappedKeyForm, request, preload } = useRequested(loadForm);
  const [keyImport, setKeyImport] = useState<KeyImport | null>(null);

  const prepare = async () => {
    if (!(await request())) return;
    const result = await run(() => api.post("/v1/encryption/key-imports"), { refresh: false });
    if (result.ok) setKeyImport(result.data);
  };

  if (keyImport === null || WrappedKeyForm === null)
    return (
      <Group>
        <Button variant="default" loading={busy} onClick={prepare} onPointerEnter={preload} onFocus={preload}>
          {t(`action.${isRestore ? "again" : "first"}`)}
        </Button>
      </Group>
    );
  return <WrappedKeyForm keyImport={keyImport} isRestore={isRestore} onClose={() => setKeyImport(null)} />;
}
