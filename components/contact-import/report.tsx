"use client";

import { Alert, Button, List, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Import, RowError } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";
import { Time } from "../time";
import { useScopedAddress } from "../use-scope";
import { ColumnReport } from "./column-report";
import { MergeList } from "./merge-list";
import { problemText } from "./problem-text";

type Texts = Translator<"contacts.import">;
type ProblemTexts = Translator<"contacts.import.problemText">;

/** Maximum number of errors on the page. The file of rejected rows has all of them. */
const ERRORS_SHOWN = 20;
const PERCENT = 100;

function errorText(t: Texts, tProblem: ProblemTexts, { row, column, ...problem }: RowError): string {
  const message = problemText(tProblem, problem);
  if (row === null) return message;
  return column === null ? t("errorRow", { row, message }) : t("errorCell", { row, column, message });
}

/** The first errors by row. */
function ErrorList({ of: { errors, error_count: all } }: { of: Import }) {
  const t = useTranslations("contacts.import");
  const tProblem = useTranslations("contacts.import.problemText");
  return (
    <>
      <List size="sm">
        {errors.slice(0, ERRORS_SHOWN).map((error) => (
          <List.Item key={`${error.row} ${error.column} ${error.code} ${error.message}`}>
            {errorText(t, tProblem, error)}
          </List.Item>
        ))}
      </List>
      {all > ERRORS_SHOWN && <span>{t("moreErrors", { count: all - ERRORS_SHOWN })}</span>}
    </>
  );
}

/** The rejected rows as a file to correct and import again. */
function RejectedFile({ of: { id, rejected_file: file } }: { of: Import }) {
  const t = useTranslations("contacts.import");
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
        {t("download")}
      </Button>
      <Text size="xs">{t.rich("downloadHelp", { time: () => <Time at={file.expires_at} /> })}</Text>
    </>
  );
}

function Failed({ of }: { of: Import }) {
  const t = useTranslations("contacts.import");
  return (
    <Alert color="red" title={t("failed")} role="alert">
      <Stack gap="xs" align="flex-start">
        <span>{t("failedHelp", { count: of.error_count })}</span>
        <ErrorList of={of} />
        <RejectedFile of={of} />
      </Stack>
    </Alert>
  );
}

function Completed({ of }: { of: Import }) {
  const t = useTranslations("contacts.import");
  const { created, updated, merged, merges, rejected } = of;
  return (
    <Stack>
      <Alert color="teal" role="status" title={t("done")}>
        {t("doneCounts", { created, updated })} {merged > 0 && t("doneMerged", { count: merged })}
        {merged > 0 && <MergeList merges={merges} merged={merged} isDone />}
      </Alert>
      {rejected > 0 && (
        <Alert color="orange" role="alert" title={t("rejected", { count: rejected })}>
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
function progressText(t: Texts, { status, done, rows }: Import): string {
  if (status === "queued") return t("queued");
  return status === "checking" ? t("checking", { count: done }) : t("applying", { done, rows });
}

/** The progress of an import, and its result. */
export function ImportReport({ of }: { of: Import }) {
  const t = useTranslations("contacts.import");
  if (of.status === "failed") return <Failed of={of} />;
  if (of.status === "completed") return <Completed of={of} />;
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
