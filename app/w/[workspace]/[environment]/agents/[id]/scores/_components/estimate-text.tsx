import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { costText } from "@/components/cost-text";
import type { ScoreRunEstimate } from "@/lib/calls/score-runs/schema";
import { MAX_RUN_CALLS } from "@/lib/calls/score-runs/values";
import type { Formatter, Translator } from "@/messages/translator";

type Writers = { t: Translator<"scores.run">; format: Formatter };

function estimatedCost({ t, format }: Writers, cost: ScoreRunEstimate["cost"]): string {
  if (cost === null) return t("noPrice");
  if (cost.total.length === 0) return t("free");
  return t(cost.is_complete ? "cost" : "partialCost", { cost: costText(format, cost.total) });
}

function estimateText(writers: Writers, estimate: ScoreRunEstimate): string {
  const { t, format } = writers;
  const { calls: count, input_tokens: input, output_tokens: output } = estimate;
  if (estimate.too_many) return t("tooMany", { max: MAX_RUN_CALLS });
  if (count === 0) return t("none");
  if (estimate.sample === 0) return t("noSample", { count });
  const tokens = { input: format.number(input), output: format.number(output) };
  return `${t("estimated", { count, ...tokens })} ${estimatedCost(writers, estimate.cost)}`;
}

/** The calls, tokens and cost of a run before it begins. */
export function EstimateText({ estimate }: { estimate: ScoreRunEstimate }) {
  const t = useTranslations("scores.run");
  const format = useFormatter();
  return (
    <Text size="sm" role="status">
      {estimateText({ t, format }, estimate)}
    </Text>
  );
}
