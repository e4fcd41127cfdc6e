"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { HoldCall } from "@/lib/calls/calls/schema";
import { api } from "./api";
import { ConfirmButton } from "./confirm-button";
import { FewLines } from "./few-lines";
import { FormButtons } from "./form-buttons";
import { Panel } from "./panel";
import { useAction } from "./use-action";
import { useBodyForm } from "./use-body-form";

/** Describes the data that a hold retains. */
const KEPT = {
  contacts: "this contact, and what was said with them",
  calls: "this call, and so the data of its contact",
} as const;

type Of = { kind: keyof typeof KEPT; id: string; reason: string | null };

const placeHold = ({ kind, id }: Of, body: { reason: string }) =>
  kind === "contacts"
    ? api.put("/v1/contacts/:contact/legal-hold", { params: { contact: id }, body })
    : api.put("/v1/calls/:id/legal-hold", { params: { id }, body });
const releaseHold = ({ kind, id }: Of) =>
  kind === "contacts"
    ? api.delete("/v1/contacts/:contact/legal-hold", { params: { contact: id } })
    : api.delete("/v1/calls/:id/legal-hold", { params: { id } });

function Fields({ of, onDone }: { of: Of; onDone: () => void }) {
  const { busy, run } = useAction();
  const form = useBodyForm({
    schema: HoldCall,
    initialValues: { reason: of.reason ?? "" },
    bodyOf: (values) => values,
    problemsOf: ({ reason }) => ({ reason: reason.trim() === "" ? "Say why." : null }),
  });
  const hold = form.onSend(async (body) => {
    const result = await run<unknown>(() => placeHold(of, body), {
      done: "The legal hold stands.",
      form,
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={hold} noValidate>
      <Stack>
        <Text size="sm">
          No clock, erasure or deletion takes {KEPT[of.kind]}, until an owner releases the hold.
        </Text>
        <FewLines
          label="Reason"
          description="Whoever may see it here sees this too. The audit log says that a hold was placed, and not why."
          placeholder="Case 7 at the county court"
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps("reason")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          Place the hold
        </FormButtons>
      </Stack>
    </form>
  );
}

function Release({ of }: { of: Of }) {
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      title="Release the legal hold?"
      message={`The clocks of retention go on, and an erasure that was blocked is run. Another hold on ${
        of.kind === "contacts" ? "one of their calls" : "the contact"
      } stays.`}
      confirm="Release it"
      onConfirm={() => run<unknown>(() => releaseHold(of), { done: "The legal hold is released." })}
    >
      Release the hold
    </ConfirmButton>
  );
}

type Props = Of & { mayPlace: boolean; mayRelease: boolean };

/** Whether a legal hold keeps a contact or a call, why, and the means to place and release one. */
export function LegalHoldPanel({ mayPlace, mayRelease, ...of }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { reason } = of;
  if (reason === null && !mayPlace) return null;
  return (
    <Panel
      title="Legal hold"
      actions={
        mayPlace && (
          <Button size="xs" variant="default" onClick={open}>
            {reason === null ? "Place a hold" : "Change the reason"}
          </Button>
        )
      }
    >
      {reason === null ? (
        <Text size="sm" c="dimmed">
          None. A hold keeps {KEPT[of.kind]}, from clocks, erasure and deletion.
        </Text>
      ) : (
        <Stack gap="xs">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            <bdi>{reason}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            It keeps {KEPT[of.kind]}, from clocks, erasure and deletion.{" "}
            {!mayRelease && "An owner can release it."}
          </Text>
          {mayRelease && (
            <Group>
              <Release of={of} />
            </Group>
          )}
        </Stack>
      )}
      <Modal opened={opened} onClose={close} title="Legal hold" centered>
        <Fields of={of} onDone={close} />
      </Modal>
    </Panel>
  );
}
