"use client";

import { Alert, Button, List, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Import } from "@/lib/outreach/imports/schema";
import { csvText } from "../csv";
import { saveFile } from "../save-file";

/** Maximum number of errors on the page. The file has up to a thousand, like the import. */
const ERRORS_SHOWN = 20;
const PERCENT = 100;

const count = (n: number, singular: string, plural: string): string =>
  `${n.toLocaleString("en")} ${n === 1 ? singular : plural}`;

/** The errors as a CSV file to use alongside the imported file. */
function saveErrors({ id, errors }: Import): void {
  const rows = errors.map(({ row, column, code, message }) => [row, column, code, message]);
  saveFile(`${id}.csv`, "text/csv", csvText([["row", "column", "code", "message"], ...rows]));
}

function Errors({ of }: { of: Import }) {
  const { errors, error_count: all } = of;
  return (
    <Alert color="red" title="Nothing was imported" role="alert">
      <Stack gap="xs" align="flex-start">
        <span>{count(all, "thing is", "things are")} wrong. Correct the file and import it again.</span>
        <List size="sm">
          {errors.slice(0, ERRORS_SHOWN).map(({ row, column, code, message }) => (
            <List.Item key={`${row} ${column} ${code}`}>
              {row !== null && `Row ${row}`}
              {column !== null && `, ${column}`}
              {row !== null && ": "}
              {message}
            </List.Item>
          ))}
        </List>
        {all > ERRORS_SHOWN && (
          <>
            <span>And {count(all - ERRORS_SHOWN, "more", "more")}.</span>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveErrors(of)}
            >
              {all > errors.length
                ? `Download the first ${errors.length.toLocaleString("en")}`
                : "Download all of them"}
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}

/** Current step and progress of the import. */
function inWords({ status, done, rows }: Import): string {
  if (status === "queued") return "The file is in. It is checked in a moment.";
  if (status === "checking") return `Checking the file: ${count(done, "row", "rows")} so far.`;
  return `Taking the contacts in: ${done.toLocaleString("en")} of ${count(rows, "row", "rows")}.`;
}

/** How far an import is, and what came of it. */
export function ImportReport({ of }: { of: Import }) {
  if (of.status === "failed") return <Errors of={of} />;
  if (of.status === "completed")
    return (
      <Alert color="teal" role="status" title="The file is imported">
        {`${count(of.created, "contact is", "contacts are")} new, ${count(of.updated, "was", "were")} known already.`}
        {of.merged > 0 &&
          ` ${count(of.merged, "row was", "rows were")} of a number that was in the file already.`}
      </Alert>
    );
  // The number of rows is unknown until the whole file is checked.
  const isKnown = of.status === "applying" && of.rows > 0;
  const percent = isKnown ? Math.floor((of.done / of.rows) * PERCENT) : PERCENT;
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {inWords(of)}
      </Text>
      <Progress
        value={percent}
        striped={!isKnown}
        animated={!isKnown}
        aria-label={isKnown ? "How far the import is" : "The import goes on"}
      />
      <Text size="xs" c="dimmed">
        It goes on if you leave this page. Nobody is imported before all of it is checked.
      </Text>
    </Stack>
  );
}
