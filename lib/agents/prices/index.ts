export {
  isCostComplete,
  priceUses,
  sumCosts,
  toCostLines,
} from "./calculate-cost";
export { readPriceList } from "./read";
export { setPriceList } from "./set";
export { selectPriceList, toPriceList } from "./stored-prices";
