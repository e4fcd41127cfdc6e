export { createDemoWorkspace } from "./create-demo-workspace";
export { playDemoScenario } from "./play-scenario";
