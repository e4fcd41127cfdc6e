"use client";

import { Alert, List, Stack, Text } from "@mantine/core";
import type { ImportPreview } from "@/lib/outreach/imports/schema";
import { countText } from "./count-text";

/** Reasons to show; the most frequent ones come first. */
const REASONS_SHOWN = 5;

/** Messages that name a control of this form. */
const MESSAGES: Readonly<Record<string, string>> = {
  no_phone_column: "No column has the phone numbers. Select “Phone number” for the column that has them.",
  no_country: "The number has no country code. Choose the default country below.",
  no_consent_source: "The consent has no source. Map a column to “Consent source”.",
};

const textOf = ({ code, message }: { code: string; message: string }): string => MESSAGES[code] ?? message;

/** How many rows can be imported. */
function countsText({ rows, valid, invalid, is_complete: isComplete }: ImportPreview): string {
  const checked = isComplete ? countText(rows, "row") : `first ${countText(rows, "row")}`;
  if (invalid === 0)
    return isComplete ? `All ${checked} can be imported.` : `The ${checked} can be imported.`;
  return `${valid.toLocaleString("en")} of the ${checked} can be imported, and ${invalid.toLocaleString("en")} cannot.`;
}

/** The result of a preview: the problem of the file, or its valid and invalid rows. */
export function PreviewSummary({ preview }: { preview: ImportPreview }) {
  const { problem, reasons, rows } = preview;
  // The form removes the choices for an earlier file.
  if (problem?.code === "no_such_column") return null;
  if (problem !== null)
    return (
      <Alert color="orange" role="alert" title="This file cannot be imported yet">
        {problem.row !== null && problem.row > 1 && `Row ${problem.row}: `}
        {textOf(problem)}
      </Alert>
    );
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {rows > 0 && countsText(preview)}
      </Text>
      {reasons.length > 0 && (
        <List size="sm">
          {reasons.slice(0, REASONS_SHOWN).map(({ column, code, message, count, first_row: firstRow }) => (
            <List.Item key={`${column} ${code} ${message}`}>
              {`${column === null ? "" : `${column}: `}${textOf({ code, message })} (${countText(count, "row")}, first in row ${firstRow})`}
            </List.Item>
          ))}
          {reasons.length > REASONS_SHOWN && (
            <List.Item>{`And ${countText(reasons.length - REASONS_SHOWN, "more reason")}.`}</List.Item>
          )}
        </List>
      )}
    </Stack>
  );
}
