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
/** More than these nobody reads; the first ones tell what is wrong. */
const LINES_SHOWN = 20;

type Props = {
  campaign: Campaign;
  /** Names of what the agent asks for. */
  variables: readonly string[];
};

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(", ");

/** What becomes of the columns of a table that are no contact's own. */
function Known({ given, variables }: { given: readonly string[]; variables: readonly string[] }) {
  const unknown = given.filter((name) => !variables.includes(name));
  const known = given.filter((name) => variables.includes(name));
  return (
    <Text size="sm" c="dimmed" role="status">
      {known.length > 0 && `The agent knows ${listed(known)} beforehand and does not ask for it. `}
      {unknown.length > 0 && `It has no variable ${listed(unknown)}: this is not used.`}
    </Text>
  );
}

/** Adds people by their numbers, all of them or, if a line is wrong, nobody. */
export function PasteNumbers({ campaign, variables }: Props) {
  const { busy, run } = useAction();
  const [text, setText] = useState("");
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const { entries: pasted, variables: given, problems } = readPaste(text);
  const sourceError = sourceMissing(agreed);
  const tooMany = pasted.length > MAX_LINES;

  const add = async () => {
    setTried(true);
    if (pasted.length === 0 || tooMany || sourceError !== null) return;
    if (problems.length > 0) return setWrong(problems);
    const consents = consentsOf(agreed);
    const entries = pasted.map(({ line: _, ...one }) => ({
      ...one,
      ...(consents.length > 0 && { consents }),
    }));
    // Messages about lines are shown here, by line.
    const form = { setErrors: () => undefined, getInputNode: () => null };
    const out = await run(
      () => api.post<Campaign>(`/v1/campaigns/${campaign.id}/contacts`, { contacts: entries }),
      { form },
    );
    if (!out.ok) {
      setWrong(wrongLines(pasted, out.error.details));
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
      {given.length > 0 && <Known given={given} variables={variables} />}
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
