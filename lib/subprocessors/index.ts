export { listSubprocessors } from "./list";
