export { exportCall } from "./call-file";
export { exportCampaignResults } from "./campaign-results";
export { checkExports } from "./check";
export { createExport, requestAccess } from "./create";
export { readExportFile } from "./file";
export { removeEveryExport, removeExport, sweepExports } from "./remove";
export { listExports, readExport } from "./row";
export { runExport } from "./run";
export { exportSelection } from "./selection";
