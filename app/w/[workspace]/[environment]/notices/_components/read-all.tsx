"use client";

import { Button } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";

export function ReadAll() {
  const { busy, run } = useAction();
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconChecks size={16} aria-hidden />}
      onClick={() => run(() => api.post("/v1/notices/read"), { done: "All are read." })}
    >
      Mark all as read
    </Button>
  );
}
