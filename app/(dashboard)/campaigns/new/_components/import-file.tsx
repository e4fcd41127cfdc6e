"use client";

import { Alert, Button, FileInput, Group, List, Progress, Stack, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { ApiError, api } from "@/components/api";
import { complain, useAction } from "@/components/use-action";
import type { Campaign } from "@/lib/campaigns/schema";
import type { FORMATS, Import as ImportSchema } from "@/lib/imports/schema";
import { contacts } from "../../_components/parts";
import { type Agreed, AgreedFields, askedOf, NOT_SAID, SOURCE_MISSING } from "./agreed";

type Import = z.output<typeof ImportSchema>;

/** As often as one looks at a bar that moves. */
const LOOK_MS = 1_000;
/** More than these nobody reads; the import keeps the first thousand. */
const ERRORS_SHOWN = 20;
const PERCENT = 100;

const isOver = ({ status }: Import): boolean => status === "completed" || status === "failed";

/** What a file is, by its name: browsers call CSV by several names. */
const typeOf = (file: File): keyof typeof FORMATS =>
  file.name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";

/** How far an import is, asked each second until it is over. */
function useImport(first: Import | null): Import | null {
  const router = useRouter();
  const [latest, setLatest] = useState<Import | null>(null);
  const shown = latest?.id === first?.id ? latest : null;
  const id = first?.id;
  useEffect(() => {
    if (id === undefined) return;
    const gone = new AbortController();
    const look = async () => {
      const next = await api.get<Import>(`/v1/contacts/imports/${id}`, { signal: gone.signal });
      setLatest(next);
      if (isOver(next)) router.refresh();
      else timer = setTimeout(again, LOOK_MS);
    };
    const again = () =>
      look().catch((error: unknown) => {
        if (error instanceof ApiError) complain(error);
      });
    let timer = setTimeout(again, 0);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [id, router]);
  return shown ?? first;
}

function Errors({ errors, error_count: count }: Import) {
  return (
    <Alert color="red" title="Nothing was imported" role="alert">
      {`${count.toLocaleString("en")} ${count === 1 ? "thing is" : "things are"} wrong. Correct the file and import it again.`}
      <List size="sm" mt="xs">
        {errors.slice(0, ERRORS_SHOWN).map(({ row, column, code, message }) => (
          <List.Item key={`${row} ${column} ${code}`}>
            {row !== null && `Row ${row}`}
            {column !== null && `, ${column}`}
            {row !== null && ": "}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** How far it is, and what came of it. */
function Stand({ of }: { of: Import }) {
  if (of.status === "failed") return <Errors {...of} />;
  if (of.status === "completed")
    return (
      <Alert color="teal" role="status" title="The file is imported">
        {`${contacts(of.created)} are new, ${of.updated.toLocaleString("en")} were known, ${of.merged.toLocaleString("en")} rows were of a number that was in the file already.`}
      </Alert>
    );
  const percent = of.rows === 0 ? 0 : Math.floor((of.done / of.rows) * PERCENT);
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {of.status === "applying" ? "Taking the contacts in" : "Checking the file"}…
      </Text>
      <Progress value={percent} aria-label="How far the import is" />
    </Stack>
  );
}

/** Imports a file into the draft: it is checked as a whole first, and comes in whole or not at all. */
export function ImportFile({ campaign }: { campaign: Campaign }) {
  const { busy, run } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [isTried, setTried] = useState(false);
  const [started, setStarted] = useState<Import | null>(null);
  const now = useImport(started);
  const sourceError = agreed.all && agreed.source.trim() === "" ? SOURCE_MISSING : null;

  const start = async () => {
    setTried(true);
    if (file === null || sourceError !== null) return;
    const { purpose, channel } = askedOf(campaign);
    const query = new URLSearchParams({
      campaign_id: campaign.id,
      ...(agreed.all && {
        consents: `${purpose}:${channel}`,
        consent_source: agreed.source.trim(),
        attest: "true",
      }),
    });
    const out = await run(() => api.upload<Import>(`/v1/contacts/imports?${query}`, file, typeOf(file)), {
      refresh: false,
    });
    if (!out.ok) return;
    setStarted(out.data);
    setFile(null);
    setTried(false);
  };

  return (
    <Stack>
      <FileInput
        label="File"
        description="CSV with a header (phone, name, timezone, and more as the API reference says), or JSON; at most 25 MiB."
        placeholder="Choose a file"
        accept=".csv,.json,text/csv,application/json"
        clearable
        clearButtonProps={{ "aria-label": "Choose no file" }}
        value={file}
        onChange={setFile}
        error={isTried && file === null ? "Choose a file." : null}
      />
      <AgreedFields
        campaign={campaign}
        value={agreed}
        error={isTried ? sourceError : null}
        onChange={setAgreed}
      />
      <Group>
        <Button variant="default" loading={busy} disabled={now !== null && !isOver(now)} onClick={start}>
          Import the file
        </Button>
      </Group>
      {now !== null && <Stand of={now} />}
    </Stack>
  );
}
