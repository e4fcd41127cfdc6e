export { checkIntegration } from "./check-integration";
