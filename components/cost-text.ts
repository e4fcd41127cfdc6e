import type { Formatter } from "@/messages/translator";

type Amount = { currency: string; amount: string };

/** Decimals of an amount on the screen: a call can cost less than a cent. */
const DECIMALS = 4;

/** Amounts as text, one for each currency: `€0.0123`. Empty without an amount. */
export const costText = (format: Formatter, amounts: readonly Amount[]): string =>
  amounts
    .map(({ currency, amount }) =>
      format.number(Number(amount), { style: "currency", currency, maximumFractionDigits: DECIMALS }),
    )
    .join(" + ");
