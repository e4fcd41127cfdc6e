import { NumberInput } from "@mantine/core";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { DONE } from "./labels";

type Props = {
  channel: Campaign["channel"];
  /** A form's properties for one of the two fields. */
  inputOf: (field: "max_concurrent_calls" | "calls_per_second") => object;
};

/** How many are reached at once, and how many more a second. */
export function PaceFields({ channel, inputOf }: Props) {
  const { calls } = DONE[channel];
  return (
    <>
      <NumberInput
        label={`${calls === "calls" ? "Calls" : "Texts"} at once`}
        min={1}
        max={1_000}
        allowDecimal={false}
        {...inputOf("max_concurrent_calls")}
      />
      <NumberInput
        label={`New ${calls} a second`}
        min={0.001}
        max={1_000}
        decimalScale={3}
        {...inputOf("calls_per_second")}
      />
    </>
  );
}
