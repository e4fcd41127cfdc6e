"use client";

import { Alert, Button, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/api";
import { type Agreed, AgreedFields, NOT_SAID, sourceMissing } from "@/components/contact-import/agreed";
import { useAction } from "@/components/use-action";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { contacts } from "../../_components/parts";
import { askedOf, consentsOf } from "./asked";
import { readPaste, wrongLines } from "./pasted";

/** With names, zones and a consent each they stay below the body's limit of 1 MiB. More come by import. */
const MAX_LINES = 1_500;
/** Maximum number of errors to show; the first ones explain the problem. */
const LINES_SHOWN = 20;

type Props = {
  campaign: Campaign;
  /** Names of what the agent asks for. */
  variables: readonly string[];
};

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(", ");

/** Explains how additional columns of a pasted table are used. */
function ColumnNotes({ columns, variables }: { columns: readonly string[]; variables: readonly string[] }) {
  const unknown = columns.filter((name) => !variables.includes(name));
  const variableColumns = columns.filter((name) => variables.includes(name));
  return (
    <Text size="sm" c="dimmed" role="status">
      {variableColumns.length > 0 &&
        `The agent knows ${listed(variableColumns)} beforehand and does not ask for it. `}
      {unknown.length > 0 && `It has no variable ${listed(unknown)}: this is not used.`}
    </Text>
  );
}

/** Adds contacts by number: all of them, or none if a line is invalid. */
export function PasteNumbers({ campaign, variables }: Props) {
  const { busy, run } = useAction();
  const [text, setText] = useState("");
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const { entries: pasted, variables: columns, problems } = readPaste(text);
  const sourceError = sourceMissing(agreed);
  const tooMany = pasted.length > MAX_LINES;

  const add = async () => {
    setTried(true);
    if (pasted.length === 0 || tooMany || sourceError !== null) return;
    if (problems.length > 0) return setWrong(problems);
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
      setWrong(wrongLines(pasted, result.error.details));
      return;
    }
    setText("");
    setWrong([]);
    setTried(false);
  };

  const textError =
    isTried && pasted.length === 0
      ? "Paste at least one number."
      : tooMany
        ? `Paste at most ${MAX_LINES.toLocaleString("en")} at once, or import a file.`
        : null;
  return (
    <Stack>
      <Textarea
        label="Numbers"
        description={`One on each line, with its country: +1 212 555 0123. A name and a time zone may follow, with commas between. ${
          variables.length > 0
            ? `Or a table, copied from a spreadsheet, whose first line has names: phone, name, timezone, and what the agent need not ask for: ${variables.join(", ")}.`
            : ""
        }`}
        placeholder={"+12125550123\n+12125550124, Ada Lovelace, America/New_York"}
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
        offered={[askedOf(campaign)]}
        value={agreed}
        error={isTried ? sourceError : null}
        onChange={setAgreed}
      />
      {wrong.length > 0 && (
        <Alert color="red" title="Nobody was added" role="alert">
          <List size="sm">
            {wrong.slice(0, LINES_SHOWN).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
          {wrong.length > LINES_SHOWN && `And ${wrong.length - LINES_SHOWN} more.`}
        </Alert>
      )}
      <Group>
        <Button variant="default" loading={busy} onClick={add}>
          {pasted.length === 0 ? "Add them" : `Add ${contacts(pasted.length)}`}
        </Button>
      </Group>
    </Stack>
  );
}
