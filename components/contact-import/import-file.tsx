"use client";

import { Button, FileInput, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConsentKey } from "@/lib/contacts/consent/schema";
import { type FORMATS, type Import, MAX_FILE } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";
import { api } from "../api";
import { CountrySelect } from "../country-select";
import { useAction } from "../use-action";
import { type Agreed, AgreedFields, isSourceMissing, NOT_SAID } from "./agreed";
import { Columns } from "./columns";
import { ImportReport } from "./report";
import { isOver, useImport } from "./use-import";

const MIB = 1024 * 1024;
const MAX_SIZE = `${MAX_FILE / MIB} MiB`;

/** Media type by file name, as browsers report several types for CSV. */
const typeOf = (file: File): keyof typeof FORMATS =>
  file.name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";

function fileProblem(t: Translator<"contacts.import">, file: File | null): string | null {
  if (file === null) return t("missing");
  if (file.size > MAX_FILE) return t("tooLarge", { max: MAX_SIZE });
  return file.size === 0 ? t("empty") : null;
}

type Props = {
  /** Campaign to which all contacts of the file are added. */
  campaignId?: string;
  /** The consents that may be said of the whole file. */
  offered: readonly ConsentKey[];
  /** An import in progress, shown until another one starts. */
  running?: Import | null;
};

/** Imports a file of contacts: it is checked as a whole first, and comes in whole or not at all. */
export function ImportFile({ campaignId, offered, running = null }: Props) {
  const t = useTranslations("contacts.import");
  const { busy, run } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const [country, setCountry] = useState<string | null>(null);
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [isTried, setTried] = useState(false);
  const [started, setStarted] = useState<Import | null>(null);
  const now = useImport(started ?? running);
  const isTooLarge = file !== null && file.size > MAX_FILE;

  const start = async () => {
    setTried(true);
    if (file === null || fileProblem(t, file) !== null || isSourceMissing(agreed)) return;
    const query = {
      ...(campaignId !== undefined && { campaign_id: campaignId }),
      ...(country !== null && { country }),
      ...(agreed.keys.length > 0 && {
        consents: agreed.keys.join(","),
        consent_source: agreed.source.trim(),
        attest: "true" as const,
      }),
    };
    const upload = { query, file, type: typeOf(file) };
    const result = await run(() => api.upload("/v1/contacts/imports", upload), { refresh: false });
    if (!result.ok) return;
    setStarted(result.data);
    setFile(null);
    setTried(false);
  };

  return (
    <Stack>
      <FileInput
        label={t("file")}
        description={t("fileHelp", { max: MAX_SIZE })}
        placeholder={t("choose")}
        accept=".csv,.json,text/csv,application/json"
        clearable
        clearButtonProps={{ "aria-label": t("clear") }}
        value={file}
        onChange={setFile}
        error={isTried || isTooLarge ? fileProblem(t, file) : null}
      />
      <Columns campaign={campaignId !== undefined} />
      <CountrySelect
        label={t("country")}
        description={t("countryHelp")}
        value={country}
        onChange={setCountry}
      />
      <AgreedFields offered={offered} value={agreed} isChecked={isTried} onChange={setAgreed} />
      <Group>
        <Button loading={busy} disabled={now !== null && !isOver(now)} onClick={start}>
          {t("action")}
        </Button>
      </Group>
      {now !== null && <ImportReport of={now} />}
    </Stack>
  );
}
