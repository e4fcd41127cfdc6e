/** Decimals of a price. */
const PRICE_DECIMALS = 9;
/** Decimals of a cost: those of a price of a million units, for one unit. */
const COST_DECIMALS = 15;
const COST_SCALE = 10n ** BigInt(COST_DECIMALS);

/** Parses a price (`"0.15"`) to billionths. */
export function parsePrice(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(PRICE_DECIMALS, "0"));
}

/** The exact cost of a quantity in 10^-15 of the currency. `per`: 1, 1,000 or 1,000,000. */
export const multiplyPrice = (amount: string, per: number, quantity: number): bigint =>
  (parsePrice(amount) * BigInt(quantity) * 10n ** BigInt(COST_DECIMALS - PRICE_DECIMALS)) / BigInt(per);

/** Parses a cost or a limit (`"0.25"`, at most 15 decimals) to 10^-15 of the currency. */
export function parseCost(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(COST_DECIMALS, "0"));
}

/** Formats a cost in 10^-15 of the currency as a decimal without trailing zeros. */
export function formatCost(cost: bigint): string {
  const fraction = (cost % COST_SCALE).toString().padStart(COST_DECIMALS, "0");
  const end = [...fraction].findLastIndex((digit) => digit !== "0") + 1;
  const whole = (cost / COST_SCALE).toString();
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`;
}
