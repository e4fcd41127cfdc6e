"use client";

import { Alert, Button, List, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Import } from "@/lib/outreach/imports/schema";
import { Time } from "../time";
import { useScopedAddress } from "../use-scope";
import { ColumnReport } from "./column-report";
import { countText } from "./count-text";

/** Maximum number of errors on the page. The file of rejected rows has all of them. */
const ERRORS_SHOWN = 20;
const PERCENT = 100;

/** The first errors by row. */
function ErrorList({ of: { errors, error_count: all } }: { of: Import }) {
  return (
    <>
      <List size="sm">
        {errors.slice(0, ERRORS_SHOWN).map(({ row, column, code, message }) => (
          <List.Item key={`${row} ${column} ${code} ${message}`}>
            {row !== null && `Row ${row}`}
            {column !== null && `, ${column}`}
            {row !== null && ": "}
            {message}
          </List.Item>
        ))}
      </List>
      {all > ERRORS_SHOWN && <span>{`And ${countText(all - ERRORS_SHOWN, "more error")}.`}</span>}
    </>
  );
}

/** The rejected rows as a file to correct and import again. */
function RejectedFile({ of: { id, rejected_file: file } }: { of: Import }) {
  const addressOf = useScopedAddress();
  if (file === null) return null;
  return (
    <>
      <Button
        component="a"
        href={addressOf(`/v1/contacts/imports/${id}/rejected`)}
        download
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Download rejected rows
      </Button>
      <Text size="xs">
        The file has your columns and the reason for each row. Correct the rows, and import the file again.
        Available until <Time at={file.expires_at} />.
      </Text>
    </>
  );
}

function Failed({ of }: { of: Import }) {
  return (
    <Alert color="red" title="Nothing was imported" role="alert">
      <Stack gap="xs" align="flex-start">
        <span>{`${countText(of.error_count, "error")}. Correct the file and import it again.`}</span>
        <ErrorList of={of} />
        <RejectedFile of={of} />
      </Stack>
    </Alert>
  );
}

function Completed({ of }: { of: Import }) {
  return (
    <Stack>
      <Alert color="teal" role="status" title="Import complete">
        {`${countText(of.created, "contact")} created, ${of.updated.toLocaleString("en")} updated.`}
        {of.merged > 0 &&
          ` ${countText(of.merged, "row was", "rows were")} merged with another row of the same number.`}
      </Alert>
      {of.rejected > 0 && (
        <Alert
          color="orange"
          role="alert"
          title={`${countText(of.rejected, "row was", "rows were")} not imported`}
        >
          <Stack gap="xs" align="flex-start">
            <ErrorList of={of} />
            <RejectedFile of={of} />
          </Stack>
        </Alert>
      )}
      <ColumnReport columns={of.columns} />
    </Stack>
  );
}

/** Current step and progress of the import. */
function progressText({ status, done, rows }: Import): string {
  if (status === "queued") return "The file is uploaded. The import starts soon.";
  if (status === "checking") return `Checking the file: ${countText(done, "row")} so far.`;
  return `Importing: ${done.toLocaleString("en")} of ${countText(rows, "row")}.`;
}

/** The progress of an import, and its result. */
export function ImportReport({ of }: { of: Import }) {
  if (of.status === "failed") return <Failed of={of} />;
  if (of.status === "completed") return <Completed of={of} />;
  // The number of rows is unknown until the whole file is checked.
  const isKnown = of.status === "applying" && of.rows > 0;
  const percent = isKnown ? Math.floor((of.done / of.rows) * PERCENT) : PERCENT;
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {progressText(of)}
      </Text>
      <Progress
        value={percent}
        striped={!isKnown}
        animated={!isKnown}
        aria-label={isKnown ? "Progress of the import" : "Import in progress"}
      />
      <Text size="xs" c="dimmed">
        The import continues if you leave this page. All rows are checked before any is imported.
      </Text>
    </Stack>
  );
}
