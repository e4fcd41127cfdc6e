export { parseSipAddress } from "./address";
export { createSipEndpoint } from "./endpoint";
export * from "./types";
