import { Button, Group, Progress, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { ScoreRun } from "@/lib/calls/score-runs/schema";
import { isActiveRun } from "@/lib/calls/score-runs/values";

/** The state of a run, which can be canceled until its end. */
export function RunProgress({
  run: { id, state, processed, total, from, to },
  agentId,
}: {
  run: ScoreRun;
  agentId: string;
}) {
  const t = useTranslations("scores.run");
  const { busy, run } = useAction();
  const isActive = isActiveRun({ state });
  const cancel = () =>
    run(() => api.post("/v1/agents/:id/score-runs/:run/cancel", { params: { id: agentId, run: id } }), {
      done: t("canceled"),
    });
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t(`state.${state}`, { processed, total, from, to })}
        </Text>
        {isActive && (
          <Button variant="subtle" color="red" size="xs" loading={busy} onClick={cancel}>
            {t("cancel")}
          </Button>
        )}
      </Group>
      {isActive && (
        <Progress value={total === 0 ? 0 : (processed / total) * 100} aria-label={t("progress")} />
      )}
    </>
  );
}
