import { useTranslations } from "next-intl";
import { NumberInput } from "@/components/number-input";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

type Props = {
  channel: Campaign["channel"];
  /** A form's properties for one of the two fields. */
  inputOf: (field: "max_concurrent_calls" | "calls_per_second") => object;
};

/** The concurrency and the rate of a campaign. */
export function PaceFields({ channel, inputOf }: Props) {
  const t = useTranslations("campaigns.paceField");
  return (
    <>
      <NumberInput
        label={t(`concurrent.${channel}`)}
        min={1}
        max={1_000}
        allowDecimal={false}
        {...inputOf("max_concurrent_calls")}
      />
      <NumberInput
        label={t(`rate.${channel}`)}
        min={0.001}
        max={1_000}
        decimalScale={3}
        {...inputOf("calls_per_second")}
      />
    </>
  );
}
