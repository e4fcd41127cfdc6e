"use client";

import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle, IconShieldCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/panel";
import { MAX_FILE_BYTES } from "@/lib/platform/verify/values";
import { CheckList } from "./check-list";
import { auditCheckText, receiptCheckText } from "./check-texts";
import type { FileResult } from "./verify-chosen";

const MIB = 1024 * 1024;

/** Why a file has no checks. */
function useFileProblem() {
  const t = useTranslations("verification.files.file");
  return (result: FileResult): string | null => {
    if (result.kind === "tooLarge") return t("tooLarge", { max: MAX_FILE_BYTES / MIB });
    if (result.kind === "unknown") return t("unknown", { line: result.line });
    return null;
  };
}

function Verdict({ checks }: { checks: readonly { status: string }[] }) {
  const t = useTranslations("verification.files.verdict");
  const isValid = checks.every(({ status }) => status !== "failed");
  const isComplete = checks.every(({ status }) => status === "passed");
  return (
    <Alert
      mb="md"
      color={isValid ? "teal" : "red"}
      role={isValid ? undefined : "alert"}
      icon={isValid ? <IconShieldCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      title={t(isComplete ? "valid" : isValid ? "partial" : "invalid")}
    />
  );
}

function Result({ result }: { result: FileResult }) {
  const t = useTranslations("verification.files");
  const problemOf = useFileProblem();
  const problem = problemOf(result);
  if (problem !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {problem}
      </Text>
    );
  if (result.kind === "heads") return <Text size="sm">{t("file.heads", { count: result.count })}</Text>;
  if (result.kind === "receipt")
    return (
      <>
        <Verdict checks={result.checks} />
        <CheckList
          checks={result.checks.map((check) => ({
            ...check,
            title: t(`receipt.${check.name}.title`),
            text: receiptCheckText(t, check),
          }))}
        />
      </>
    );
  if (result.kind === "audit")
    return (
      <>
        <Verdict checks={result.checks} />
        <CheckList
          checks={result.checks.map((check) => ({
            ...check,
            title: t(`audit.${check.name}.title`),
            text: auditCheckText(t, check),
          }))}
        />
      </>
    );
  return null;
}

/** The checks of each file. */
export function FileResults({ results }: { results: readonly FileResult[] }) {
  return results.map((result) => (
    <Panel key={result.name} title={result.name}>
      <Result result={result} />
    </Panel>
  ));
}
