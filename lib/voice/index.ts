export type { ProvidersFor } from "./calls";
export { type Gateway, makeGateway } from "./gateway";
export { providersFor } from "./providers-for";
