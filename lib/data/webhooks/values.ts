export { EVENT_KINDS } from "./events";
