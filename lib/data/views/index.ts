export { createView } from "./create";
export { deleteView } from "./delete";
export { listViews, readView } from "./read";
export { updateView } from "./update";
