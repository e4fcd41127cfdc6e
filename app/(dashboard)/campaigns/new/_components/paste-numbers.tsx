"use client";

import { Alert, Button, Group, List, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { Campaign } from "@/lib/campaigns/schema";
import { contacts } from "../../_components/parts";
import { type Agreed, AgreedFields, consentsOf, NOT_SAID, SOURCE_MISSING } from "./agreed";
import { pastedOf, wrongLines } from "./pasted";

/** With names, zones and a consent each they stay below the body's limit of 1 MiB. More come by import. */
const MAX_LINES = 1_500;
/** More than these nobody reads; the first ones tell what is wrong. */
const LINES_SHOWN = 20;

/** Adds people by their numbers, all of them or, if a line is wrong, nobody. */
export function PasteNumbers({ campaign }: { campaign: Campaign }) {
  const { busy, run } = useAction();
  const [text, setText] = useState("");
  const [agreed, setAgreed] = useState<Agreed>(NOT_SAID);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const pasted = pastedOf(text);
  const sourceError = agreed.all && agreed.source.trim() === "" ? SOURCE_MISSING : null;
  const tooMany = pasted.length > MAX_LINES;

  const add = async () => {
    setTried(true);
    if (pasted.length === 0 || tooMany || sourceError !== null) return;
    const consents = consentsOf(campaign, agreed);
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
        description="One on each line, with its country: +1 212 555 0123. A name and a time zone may follow, with commas between."
        placeholder={"+12125550123\n+12125550124, Ada Lovelace, America/New_York"}
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        value={text}
        error={textError}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <AgreedFields
        campaign={campaign}
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
