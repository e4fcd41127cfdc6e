export {
  costIn,
  isCostComplete,
  type MeasuredUse,
  priceUses,
  sumCosts,
  toCostLines,
} from "./calculate-cost";
export { formatCost, parseCost } from "./decimal";
export { readPriceList } from "./read";
export { setPriceList } from "./set";
export { pricesDocument, selectPriceList, toPriceList } from "./stored-prices";
