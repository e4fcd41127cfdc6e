export { concluded } from "./concluded";
export { markData } from "./data-mark";
export { type ModelAgent, UNHEARD } from "./model-contract";
export type { Conversation, Listener, Played, Ports, ToolAnswer } from "./ports";
export type { Scene, ToolOffer } from "./scene";
export { advance } from "./session";
export { isShown, type Settled, settle, settleWithoutModel } from "./settle";
export {
  type Deed,
  type Delays,
  type EndReason,
  type Event,
  type Expects,
  initialState,
  type KeptTurn,
  type Notice,
  type Said,
  type State,
  type ToolCall,
} from "./state";
export { wishesIn } from "./understand";
export { valuesFrom } from "./values";
