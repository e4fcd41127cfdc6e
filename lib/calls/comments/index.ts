export { createComment } from "./create";
export { deleteComment } from "./delete";
export { listComments, readComment, readCommentsOfCalls } from "./read";
export { updateComment } from "./update";
