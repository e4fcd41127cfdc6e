"use client";

import { Button, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import type { Replayed } from "@/lib/data/webhooks/schema";

const HOUR_MS = 3_600_000;
const TIMES = [
  { value: "1", label: "The last hour" },
  { value: "6", label: "The last 6 hours" },
  { value: "24", label: "The last day" },
  { value: "168", label: "The last week" },
  { value: "720", label: "The last 30 days" },
];
/** Requests of one replay, of 10,000 events each. */
const MOST_REQUESTS = 100;

/** Asks until all of the time is queued; answers how many deliveries. */
async function replayAll(id: string, hours: number): Promise<number> {
  const now = Date.now();
  const to = new Date(now).toISOString();
  let from: string | null = new Date(now - hours * HOUR_MS).toISOString();
  let queued = 0;
  for (let n = 0; from !== null && n < MOST_REQUESTS; n++) {
    const part: Replayed = await api.post("/v1/webhooks/:id/replay", { params: { id }, body: { from, to } });
    queued += part.queued;
    from = part.continue_from;
  }
  return queued;
}

/** Has all events of a time sent again. */
export function ReplayTime({ id, enabled }: { id: string; enabled: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [hours, setHours] = useState("24");
  const [queued, setQueued] = useState<number | null>(null);
  const { busy, run } = useAction();
  const send = async () => {
    const result = await run(() => replayAll(id, Number(hours)));
    if (result.ok) setQueued(result.data);
  };
  const end = () => {
    close();
    setQueued(null);
  };
  return (
    <>
      <Button variant="default" disabled={!enabled} onClick={open}>
        Replay a time
      </Button>
      <Modal opened={opened} onClose={end} title="Replay a time" centered>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Stack>
            <Text size="sm">
              Its events are sent again, also those that were delivered, as they are shown now. Their ids stay
              the same, so that your system can tell them.
            </Text>
            <Select
              label="Which time"
              data={TIMES}
              value={hours}
              allowDeselect={false}
              onChange={(value) => setHours(value ?? "24")}
            />
            <Text size="sm" role="status">
              {queued !== null && `${queued} deliveries are queued.`}
            </Text>
            <FormButtons onCancel={end} busy={busy}>
              Replay
            </FormButtons>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
