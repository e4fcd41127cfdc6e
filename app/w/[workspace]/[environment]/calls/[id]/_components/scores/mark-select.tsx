"use client";

import { NativeSelect } from "@mantine/core";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";

/** An answer that a member can give: the value of the input and that of the API. */
export type MarkOption = { value: string; label: string; answer: boolean | number | null };

type Props = {
  callId: string;
  criterion: string;
  label: string;
  /** The notification after a change. */
  done: string;
  value: string;
  options: readonly MarkOption[];
};

/** The member's answer to a criterion. A change is saved at once. The server renders its texts. */
export function MarkSelect({ callId, criterion, label, done, value, options }: Props) {
  const { busy, run } = useAction();
  const save = async (selected: string) => {
    const answer = options.find((option) => option.value === selected)?.answer ?? null;
    const params = { id: callId, criterion };
    await run(() => api.put("/v1/calls/:id/scores/:criterion", { params, body: { value: answer } }), {
      done,
    });
  };
  return (
    <NativeSelect
      size="xs"
      label={label}
      disabled={busy}
      value={value}
      onChange={(event) => save(event.currentTarget.value)}
      data={options.map((option) => ({ value: option.value, label: option.label }))}
    />
  );
}
