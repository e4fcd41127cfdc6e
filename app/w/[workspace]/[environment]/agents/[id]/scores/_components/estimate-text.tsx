import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { costText } from "@/components/cost-text";
import type { ScoreRunEstimate } from "@/lib/calls/score-runs/schema";
import { MAX_RUN_CALLS } from "@/lib/calls/score-runs/values";

/** The calls, tokens and cost of a run before it begins. */
export function EstimateText({ estimate }: { estimate: ScoreRunEstimate }) {
  const t = useTranslations("scores.run");
  const format = useFormatter();
  const { calls, too_many: isTooMany, cost, input_tokens: input, output_tokens: output, sample } = estimate;
  if (isTooMany)
    return (
      <Text size="sm" role="status">
        {t("tooMany", { max: MAX_RUN_CALLS })}
      </Text>
    );
  if (calls === 0)
    return (
      <Text size="sm" role="status">
        {t("none")}
      </Text>
    );
  if (sample === 0)
    return (
      <Text size="sm" role="status">
        {t("noSample", { count: calls })}
      </Text>
    );
  return (
    <Text size="sm" role="status">
      {t("estimated", { count: calls, input: format.number(input), output: format.number(output) })}{" "}
      {cost === null
        ? t("noPrice")
        : cost.total.length === 0
          ? t("free")
          : t(cost.is_complete ? "cost" : "partialCost", { cost: costText(format, cost.total) })}
    </Text>
  );
}
