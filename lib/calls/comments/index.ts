export { createComment } from "./create";
export { deleteComment } from "./delete";
export { lockCallForText } from "./lock-call";
export { listComments, readComment, readCommentsOfCalls } from "./read";
export { updateComment } from "./update";
