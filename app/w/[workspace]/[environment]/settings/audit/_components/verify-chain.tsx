"use client";

import { Box, Button, Group, Text } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { LinkButton } from "@/components/link-button";
import { saveFile } from "@/components/save-file";
import { useAction } from "@/components/use-action";
import { useRequested } from "@/components/use-requested";
import type { AuditVerdict } from "@/lib/platform/audit/schema";

const loadVerdict = async () => (await import("./verdict")).Verdict;
const HEADS_FILE = "audit-heads.json";

/** Verifies the hash chain and shows whether it is valid, or its faults. */
export function VerifyChain() {
  const t = useTranslations("verification.log");
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const { busy, run } = useAction();
  const { Part: Verdict, request, preload } = useRequested(loadVerdict);
  const verify = async () => {
    preload();
    const result = await run(() => api.get("/v1/audit/verify"), { refresh: false });
    if (!(await request())) return;
    setVerdict(result.ok ? result.data : null);
  };
  const download = async () => {
    const result = await run(() => api.get("/v1/audit/heads"), { refresh: false });
    if (result.ok) saveFile(HEADS_FILE, "application/json", `${JSON.stringify(result.data, null, 2)}\n`);
  };
  return (
    <Box>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          onClick={verify}
          loading={busy}
        >
          {t("action")}
        </Button>
        <Button variant="default" onClick={download} disabled={busy}>
          {t("heads")}
        </Button>
        <LinkButton href="/settings/verify" variant="subtle">
          {t("offline")}
        </LinkButton>
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {t("help")}
        </Text>
      </Group>
      <Box aria-live="polite">{verdict && Verdict && <Verdict verdict={verdict} />}</Box>
    </Box>
  );
}
