export { createCall } from "./create";
export { deleteCall } from "./delete";
export { endCall } from "./end";
export { exchangeSince, sendMessage, takeMessage } from "./message";
export { listCalls, readCall } from "./read";
export { reindexCalls } from "./reindex";
export { callEvents, exchangeEvents, messageStream } from "./stream";
export { tickCall } from "./tick";
export { updateCall } from "./update";
