"use client";

import { Button, FileInput, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { ConsentKey } from "@/lib/contacts/consent/schema";
import { type FORMATS, type Import, MAX_FILE } from "@/lib/outreach/imports/schema";
import { api } from "../api";
import { CountrySelect } from "../country-select";
import { useAction } from "../use-action";
import { type Agreed, AgreedFields, NOT_SAID, sourceMissing } from "./agreed";
import { Columns } from "./columns";
import { ImportReport } from "./report";
import { isOver, useImport } from "./use-import";

const MIB = 1024 * 1024;
const MAX_WORDS = `${MAX_FILE / MIB} MiB`;

/** Media type by file name, as browsers report several types for CSV. */
const typeOf = (file: File): keyof typeof FORMATS =>
  file.name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";

function fileProblem(file: File | null): string | null {
  if (file === null) return "Choose a file.";
  if (file.size > MAX_FILE) return `The file has more than ${MAX_WORDS}. Split it, and import its parts.`;
  return file.size === 0 ? "The file is empty." : null;
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
    if (file === null || fileProblem(file) !== null || sourceMissing(agreed) !== null) return;
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
        label="File"
        description={`CSV with a header in its first row, or a JSON array; at most ${MAX_WORDS}.`}
        placeholder="Choose a file"
        accept=".csv,.json,text/csv,application/json"
        clearable
        clearButtonProps={{ "aria-label": "Choose no file" }}
        value={file}
        onChange={setFile}
        error={isTried || isTooLarge ? fileProblem(file) : null}
      />
      <Columns campaign={campaignId !== undefined} />
      <CountrySelect
        label="Country of numbers without one"
        description="Left empty, such a number is an error, and its row is named."
        value={country}
        onChange={setCountry}
      />
      <AgreedFields
        offered={offered}
        value={agreed}
        error={isTried ? sourceMissing(agreed) : null}
        onChange={setAgreed}
      />
      <Group>
        <Button loading={busy} disabled={now !== null && !isOver(now)} onClick={start}>
          Import the file
        </Button>
      </Group>
      {now !== null && <ImportReport of={now} />}
    </Stack>
  );
}
