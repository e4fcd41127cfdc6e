"use client";

import { Alert, List, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ImportPreview } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";
import { MergeList } from "./merge-list";
import { problemText } from "./problem-text";

type Texts = Translator<"contacts.import">;
type ProblemTexts = Translator<"contacts.import.problemText">;

/** Reasons to show; the most frequent ones come first. */
const REASONS_SHOWN = 5;

/** How many rows can be imported. */
function countsText(t: Texts, { rows, valid, invalid, is_complete: isComplete }: ImportPreview): string {
  if (invalid === 0) return isComplete ? t("allValid", { rows }) : t("firstValid", { rows });
  const counts = { rows, valid, invalid };
  return isComplete ? t("someValid", counts) : t("someFirstValid", counts);
}

function reasonText(t: Texts, tProblem: ProblemTexts, reason: ImportPreview["reasons"][number]): string {
  const values = { message: problemText(tProblem, reason), count: reason.count, row: reason.first_row };
  return reason.column === null
    ? t("reason", values)
    : t("columnReason", { ...values, column: reason.column });
}

/** The result of a preview: the problem of the file, or its valid and invalid rows. */
export function PreviewSummary({ preview }: { preview: ImportPreview }) {
  const t = useTranslations("contacts.import");
  const tProblem = useTranslations("contacts.import.problemText");
  const { problem, reasons, rows, merged, merges } = preview;
  // The form removes the choices for an earlier file.
  if (problem?.code === "no_such_column") return null;
  if (problem !== null) {
    const message = problemText(tProblem, problem);
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
              {reasonText(t, tProblem, reason)}
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
