"use client";

import { Alert, Button, List, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Import } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";
import { csvText } from "../csv";
import { saveFile } from "../save-file";

/** Maximum number of errors on the page. The file has up to a thousand, like the import. */
const ERRORS_SHOWN = 20;
const PERCENT = 100;

/** The errors as a CSV file to use alongside the imported file. */
function saveErrors({ id, errors }: Import): void {
  const rows = errors.map(({ row, column, code, message }) => [row, column, code, message]);
  saveFile(`${id}.csv`, "text/csv", csvText([["row", "column", "code", "message"], ...rows]));
}

function ErrorLine({ error: { row, column, message } }: { error: Import["errors"][number] }) {
  const t = useTranslations("contacts.import");
  if (row === null) return message;
  return column === null ? t("errorRow", { row, message }) : t("errorCell", { row, column, message });
}

function Errors({ of }: { of: Import }) {
  const t = useTranslations("contacts.import");
  const { errors, error_count: all } = of;
  return (
    <Alert color="red" title={t("failed")} role="alert">
      <Stack gap="xs" align="flex-start">
        <span>{t("failedHelp", { count: all })}</span>
        <List size="sm">
          {errors.slice(0, ERRORS_SHOWN).map((error) => (
            <List.Item key={`${error.row} ${error.column} ${error.code}`}>
              <ErrorLine error={error} />
            </List.Item>
          ))}
        </List>
        {all > ERRORS_SHOWN && (
          <>
            <span>{t("moreErrors", { count: all - ERRORS_SHOWN })}</span>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveErrors(of)}
            >
              {all > errors.length ? t("downloadFirst", { count: errors.length }) : t("downloadAll")}
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}

/** Current step and progress of the import. */
function progressText(t: Translator<"contacts.import">, { status, done, rows }: Import): string {
  if (status === "queued") return t("queued");
  if (status === "checking") return t("checking", { count: done });
  return t("applying", { done, rows });
}

/** Progress and result of an import. */
export function ImportReport({ of }: { of: Import }) {
  const t = useTranslations("contacts.import");
  if (of.status === "failed") return <Errors of={of} />;
  if (of.status === "completed")
    return (
      <Alert color="teal" role="status" title={t("done")}>
        {t("doneCounts", { created: of.created, updated: of.updated })}{" "}
        {of.merged > 0 && t("doneMerged", { count: of.merged })}
      </Alert>
    );
  // The number of rows is unknown until the whole file is checked.
  const isKnown = of.status === "applying" && of.rows > 0;
  const percent = isKnown ? Math.floor((of.done / of.rows) * PERCENT) : PERCENT;
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {progressText(t, of)}
      </Text>
      <Progress
        value={percent}
        striped={!isKnown}
        animated={!isKnown}
        aria-label={isKnown ? t("progress") : t("progressUnknown")}
      />
      <Text size="xs" c="dimmed">
        {t("progressHelp")}
      </Text>
    </Stack>
  );
}
