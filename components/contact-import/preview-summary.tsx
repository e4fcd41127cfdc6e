"use client";

import { Alert, List, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ImportPreview } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";
import { MergeList } from "./merge-list";

type Texts = Translator<"contacts.import">;

/** Reasons to show; the most frequent ones come first. */
const REASONS_SHOWN = 5;

/** Problems whose text names a control of this form. */
const WORDED = ["no_phone_column", "no_country", "no_consent_source"] as const;

function problemText(t: Texts, { code, message }: { code: string; message: string }): string {
  const worded = WORDED.find((candidate) => candidate === code);
  return worded === undefined ? message : t(`problemText.${worded}`);
}

/** How many rows can be imported. */
function countsText(t: Texts, { rows, valid, invalid, is_complete: isComplete }: ImportPreview): string {
  if (invalid === 0) return isComplete ? t("allValid", { rows }) : t("firstValid", { rows });
  const counts = { rows, valid, invalid };
  return isComplete ? t("someValid", counts) : t("someFirstValid", counts);
}

function reasonText(t: Texts, reason: ImportPreview["reasons"][number]): string {
  const values = { message: problemText(t, reason), count: reason.count, row: reason.first_row };
  return reason.column === null
    ? t("reason", values)
    : t("columnReason", { ...values, column: reason.column });
}

/** The result of a preview: the problem of the file, or its valid and invalid rows. */
export function PreviewSummary({ preview }: { preview: ImportPreview }) {
  const t = useTranslations("contacts.import");
  const { problem, reasons, rows, merged, merges } = preview;
  // The form removes the choices for an earlier file.
  if (problem?.code === "no_such_column") return null;
  if (problem !== null) {
    const message = problemText(t, problem);
    return (
      <Alert color="orange" role="alert" title={t("problem")}>
        {problem.row !== null && problem.row > 1 ? t("errorRow", { row: problem.row, message }) : message}
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {rows > 0 && countsText(t, preview)} {merged > 0 && t("sameNumber", { count: merged })}
      </Text>
      {merged > 0 && <MergeList merges={merges} merged={merged} isDone={false} />}
      {reasons.length > 0 && (
        <List size="sm">
          {reasons.slice(0, REASONS_SHOWN).map((reason) => (
            <List.Item key={`${reason.column} ${reason.code} ${reason.message}`}>
              {reasonText(t, reason)}
            </List.Item>
          ))}
          {reasons.length > REASONS_SHOWN && (
            <List.Item>{t("moreReasons", { count: reasons.length - REASONS_SHOWN })}</List.Item>
          )}
        </List>
      )}
    </Stack>
  );
}
