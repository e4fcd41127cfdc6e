export { type Gateway, makeGateway } from "./gateway";
export { builtinVoices, type Voices } from "./providers-for";
