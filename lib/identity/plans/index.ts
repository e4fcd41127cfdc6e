export { readPlan, requirePlan } from "./require-plan";
export { setBaa, setPlan } from "./set-plan";
