export { voiceFigures } from "./figures";
export { type Gateway, makeGateway } from "./gateway";
export { builtinVoices, type Voices, workspaceVoices } from "./providers-for";
export { readSample } from "./sample";
