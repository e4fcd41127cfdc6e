export { concluded } from "./concluded";
export { markData } from "./data-mark";
export { type ModelAgent, UNHEARD } from "./model-contract";
export {
  advance,
  type Conversation,
  type Listener,
  type Played,
  type Ports,
  type ToolAnswer,
} from "./session";
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
export type { Scene, ToolOffer } from "./think";
export { wishesIn } from "./understand";
export { valuesFrom } from "./values";
