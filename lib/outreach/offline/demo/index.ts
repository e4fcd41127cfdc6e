export { createDemoWorkspace } from "./create-demo-workspace";
export { runDemoStep } from "./demo-step";
