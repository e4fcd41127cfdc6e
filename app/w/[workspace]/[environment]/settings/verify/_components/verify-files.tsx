"use client";

import { Alert, Box, Button, FileInput, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconShieldCheck, IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useState } from "react";
import { Panel } from "@/components/panel";
import { reportMissingPart } from "@/components/use-requested";
import { FileResults } from "./file-results";
import { MAX_FILES } from "./max-files";
import type { FileResult } from "./verify-chosen";

type Props = {
  /** The public keys of this installation, as PEM. */
  keys: string;
  workspaceId: string;
};

/** Imports the verifier, with its schemas. */
const loadVerifier = async () => (await import("./verify-chosen")).verifyChosen;

type Outcome = FileResult[] | "unsupported" | null;

/** Verifies receipts and exported audit logs. The files stay in this browser, and the network is not used. */
export function VerifyFiles(initial: Props) {
  const t = useTranslations("verification.files");
  const tPart = useTranslations("common.part");
  const [files, setFiles] = useState<File[]>([]);
  const [keys, setKeys] = useState(initial.keys);
  const [workspaceId, setWorkspaceId] = useState(initial.workspaceId);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);

  // Verification needs no network, so its code is loaded before it is requested.
  useEffect(() => void loadVerifier().catch(() => undefined), []);
  const choose = (selected: File[]) => {
    setFiles(selected.slice(0, MAX_FILES));
    setOutcome(null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    choose([...event.dataTransfer.files]);
  };
  const verify = async () => {
    setBusy(true);
    try {
      const verifyChosen = await loadVerifier().catch(() => null);
      if (verifyChosen === null) reportMissingPart(tPart("failed"));
      else setOutcome(await verifyChosen(files, { keys, workspaceId }));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack maw={760} gap="lg">
      <Panel title={t("input")}>
        <Stack gap="md">
          <Box onDragOver={(event: DragEvent) => event.preventDefault()} onDrop={drop}>
            <FileInput
              multiple
              label={t("files")}
              description={t("filesHelp")}
              placeholder={t("choose")}
              leftSection={<IconUpload size={16} aria-hidden />}
              accept=".json,.jsonl,application/json,application/jsonl"
              clearable
              clearButtonProps={{ "aria-label": t("clear") }}
              value={files}
              onChange={choose}
            />
          </Box>
          <Textarea
            label={t("keys")}
            description={t("keysHelp")}
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } }}
            value={keys}
            onChange={({ currentTarget: { value } }) => setKeys(value)}
          />
          <TextInput
            label={t("workspace")}
            description={t("workspaceHelp")}
            spellCheck={false}
            value={workspaceId}
            onChange={({ currentTarget: { value } }) => setWorkspaceId(value)}
          />
          <Group>
            <Button
              leftSection={<IconShieldCheck size={16} aria-hidden />}
              disabled={files.length === 0}
              loading={busy}
              onClick={verify}
            >
              {t("action")}
            </Button>
            <Text size="sm" c="dimmed" flex="1 1 240px">
              {t("offline")}
            </Text>
          </Group>
        </Stack>
      </Panel>
      <Stack gap="lg" aria-live="polite">
        {outcome === "unsupported" && (
          <Alert color="yellow" title={t("unsupported")} role="alert">
            {t("unsupportedHelp")}
          </Alert>
        )}
        {Array.isArray(outcome) && <FileResults results={outcome} />}
      </Stack>
    </Stack>
  );
}
