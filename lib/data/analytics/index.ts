export { checkAnalytics, tendAnalytics } from "./check";
export { readChart } from "./file";
export { foldAnalytics } from "./fold";
export { timeseries } from "./series";
export { summarise } from "./summary";
