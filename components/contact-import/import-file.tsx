"use client";

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import type { Import } from "@/lib/outreach/imports/schema";
import { api } from "../api";
import { CountrySelect } from "../country-select";
import { useAction } from "../use-action";
import { type Agreed, AgreedFields, NOT_SAID, sourceMissing } from "./agreed";
import { isSendable, mediaTypeOf } from "./chosen-file";
import { FileDrop } from "./file-drop";
import { FilePreview } from "./file-preview";
import { needsFileSource } from "./file-source";
import { ImportResult } from "./import-result";
import { ImportReport } from "./report";
import { isOver, useImport } from "./use-import";
import { usePreview } from "./use-preview";

/** Fields by column, as chosen by the user. */
type Mapping = Readonly<Record<string, string>>;

/** The limit of the API. */
const MAX_SOURCE_CHARS = 200;

type Props = {
  /** Campaign to which all contacts of the file are added. */
  campaignId?: string;
  /** Variables of the campaign's agent. */
  variables?: readonly string[];
  /** The consents that can be attested for the whole file. */
  offered: readonly ConsentKey[];
  /** An import in progress, shown until another one starts. */
  running?: Import | null;
  /** Closes the import, to see all contacts. */
  onClose?: () => void;
};

/** Imports a file of contacts: its columns are mapped, its valid rows imported, and the others returned. */
export function ImportFile({ campaignId, variables = [], offered, running = null, onClose }: Props) {
  const t = useTranslations("contacts.import");
  const tConsent = useTranslations("contacts.consent");
  const { busy, run } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [country, setCountry] = useState<string | null>(null);
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [isTried, setTried] = useState(false);
  const [started, setStarted] = useState<Import | null>(null);
  /** The import whose result was closed for another file. */
  const [closedId, setClosedId] = useState<string | null>(null);
  const clear = useCallback(() => {
    setFile(null);
    setMapping({});
    setTried(false);
  }, []);
  const now = useImport(started ?? running, started === null ? undefined : clear);
  const source = agreed.source.trim();
  const settings = {
    ...(Object.keys(mapping).length > 0 && { mapping: JSON.stringify(mapping) }),
    ...(country !== null && { country }),
    ...(source !== "" && { consent_source: source }),
  };
  const { preview, isLoading } = usePreview(file, settings);
  const hasProblem = preview !== null && preview.problem !== null;
  // Of the choices for an earlier file, those for columns that this one has are kept.
  const columns = preview?.problem?.code === "no_such_column" ? preview.columns : null;
  useEffect(() => {
    if (columns === null) return;
    const names = new Set(columns.map(({ column }) => column));
    setMapping((former) => Object.fromEntries(Object.entries(former).filter(([name]) => names.has(name))));
  }, [columns]);

  const start = async () => {
    setTried(true);
    if (file === null || !isSendable(file) || sourceMissing(tConsent, agreed) !== null) return;
    const query = {
      ...settings,
      ...(campaignId !== undefined && { campaign_id: campaignId }),
      ...(agreed.keys.length > 0 && { consents: agreed.keys.join(","), attest: "true" as const }),
    };
    const upload = { query, file, type: mediaTypeOf(file) };
    const result = await run(() => api.upload("/v1/contacts/imports", upload), { refresh: false });
    if (!result.ok) return;
    setStarted(result.data);
  };

  const isClosed = now === null || now.id === closedId;
  if (!isClosed && now.status === "completed") {
    const close = () => setClosedId(now.id);
    const leave =
      onClose &&
      (() => {
        close();
        onClose();
      });
    return <ImportResult of={now} onClose={leave} onAnother={close} />;
  }

  return (
    <Stack>
      <FileDrop file={file} isRequired={isTried} onChange={setFile} />
      <FilePreview
        preview={preview}
        isLoading={isLoading}
        variables={variables}
        onMap={(column, field) => setMapping({ ...mapping, [column]: field })}
      />
      <CountrySelect
        label={t("country")}
        description={t("countryHelp")}
        value={country}
        onChange={setCountry}
      />
      <AgreedFields
        offered={offered}
        value={agreed}
        error={isTried ? sourceMissing(tConsent, agreed) : null}
        onChange={setAgreed}
      />
      {agreed.keys.length === 0 && needsFileSource(preview, agreed.source) && (
        <TextInput
          label={t("fileSource")}
          description={t("fileSourceHelp")}
          placeholder={tConsent("sourceExample")}
          maxLength={MAX_SOURCE_CHARS}
          value={agreed.source}
          onChange={(event) => setAgreed({ ...agreed, source: event.currentTarget.value })}
        />
      )}
      <Group>
        <Button
          loading={busy}
          disabled={(now !== null && !isOver(now)) || isLoading || hasProblem}
          onClick={start}
        >
          {t("action")}
        </Button>
      </Group>
      {!isClosed && <ImportReport of={now} />}
    </Stack>
  );
}
