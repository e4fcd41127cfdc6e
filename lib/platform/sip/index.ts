export { createSipEndpoint } from "./endpoint";
export * from "./types";
