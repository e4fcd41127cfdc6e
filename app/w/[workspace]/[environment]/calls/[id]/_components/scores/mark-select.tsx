"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { CallScore } from "@/lib/calls/scores/schema";

type Value = boolean | number | null;

/** The answers that a member can give, as values of the input and of the API. */
function answersOf({ kind, min, max }: CallScore): Exclude<Value, null>[] {
  if (kind === "yes_no") return [true, false];
  if (min === null || max === null) return [];
  return Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

/** The member's answer to a criterion. A change is saved at once. */
export function MarkSelect({ callId, score }: { callId: string; score: CallScore }) {
  const t = useTranslations("scores");
  const { busy, run } = useAction();
  const answers = answersOf(score);
  const label = (answer: boolean | number): string => {
    if (typeof answer === "number") return String(answer);
    return answer ? t("field.yes") : t("field.no");
  };
  const save = async (typed: string) => {
    const value = answers.find((answer) => String(answer) === typed) ?? null;
    await run(
      () =>
        api.put("/v1/calls/:id/scores/:criterion", {
          params: { id: callId, criterion: score.criterion },
          body: { value },
        }),
      { done: t("call.marked") },
    );
  };
  return (
    <NativeSelect
      size="xs"
      label={t("call.mark", { criterion: score.criterion })}
      disabled={busy}
      value={String(score.mark?.value ?? "")}
      onChange={(event) => save(event.currentTarget.value)}
      data={[
        { value: "", label: t("call.noMark") },
        ...answers.map((answer) => ({ value: String(answer), label: label(answer) })),
      ]}
    />
  );
}
