"use client";

import { Alert, Button, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { type Agreed, AgreedFields, NOT_SAID, sourceMissing } from "@/components/contact-import/agreed";
import { useAction } from "@/components/use-action";
import { useProblemText } from "@/components/use-problem-text";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { consentsOf, requiredConsent } from "./campaign-consent";
import { lineErrors, readPaste } from "./pasted";

/** With a name, time zone and consent each, they stay below the body's limit of 1 MiB. Imports take more. */
const MAX_LINES = 1_500;
/** Maximum number of errors to show; the first ones explain the problem. */
const LINES_SHOWN = 20;

type Props = {
  campaign: Campaign;
  /** Names of the agent's variables. */
  variables: readonly string[];
};

/** Explains how additional columns of a pasted table are used. */
function ColumnNotes({ columns, variables }: { columns: readonly string[]; variables: readonly string[] }) {
  const t = useTranslations("campaigns.add");
  const format = useFormatter();
  const listText = (names: readonly string[]) => format.list(names.map((name) => t("column", { name })));
  const unknown = columns.filter((name) => !variables.includes(name));
  const variableColumns = columns.filter((name) => variables.includes(name));
  return (
    <Text size="sm" c="dimmed" role="status">
      {variableColumns.length > 0 && t("knownColumns", { columns: listText(variableColumns) })}{" "}
      {unknown.length > 0 && t("unknownColumns", { columns: listText(unknown) })}
    </Text>
  );
}

/** Adds contacts by number: all of them, or none if a line is invalid. */
export function PasteNumbers({ campaign, variables }: Props) {
  const t = useTranslations("campaigns.add");
  const tConsent = useTranslations("contacts.consent");
  const { detail } = useProblemText();
  const format = useFormatter();
  const { busy, run } = useAction();
  const [text, setText] = useState("");
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const { entries: pasted, variables: columns, problems } = readPaste(t, text);
  const sourceError = sourceMissing(tConsent, agreed);
  const tooMany = pasted.length > MAX_LINES;

  const add = async () => {
    setTried(true);
    if (pasted.length === 0 || tooMany || sourceError !== null) return;
    if (problems.length > 0) return setErrors(problems);
    const consents = consentsOf(agreed);
    const entries = pasted.map(({ line: _, ...entry }) => ({
      ...entry,
      ...(consents.length > 0 && { consents }),
    }));
    // Messages about lines are shown here, by line.
    const form = { setErrors: () => undefined, getInputNode: () => null };
    const result = await run(
      () =>
        api.post("/v1/campaigns/:id/contacts", { params: { id: campaign.id }, body: { contacts: entries } }),
      { form },
    );
    if (!result.ok) {
      setErrors(lineErrors(t, pasted, result.error.details, detail));
      return;
    }
    setText("");
    setErrors([]);
    setTried(false);
  };

  const textError =
    isTried && pasted.length === 0
      ? t("numbersMissing")
      : tooMany
        ? t("numbersTooMany", { max: MAX_LINES })
        : null;
  return (
    <Stack>
      <Textarea
        label={t("numbers")}
        description={
          variables.length > 0
            ? t("numbersTableHelp", { variables: format.list(variables) })
            : t("numbersHelp")
        }
        placeholder={t("numbersExample")}
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        value={text}
        error={textError}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {columns.length > 0 && <ColumnNotes columns={columns} variables={variables} />}
      <AgreedFields
        offered={[requiredConsent(campaign)]}
        value={agreed}
        error={isTried ? sourceError : null}
        onChange={setAgreed}
      />
      {errors.length > 0 && (
        <Alert color="red" title={t("failed")} role="alert">
          <List size="sm">
            {errors.slice(0, LINES_SHOWN).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
          {errors.length > LINES_SHOWN && t("more", { count: errors.length - LINES_SHOWN })}
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={busy} onClick={add}>
          {t("action", { count: pasted.length })}
        </Button>
      </Group>
    </Stack>
  );
}
