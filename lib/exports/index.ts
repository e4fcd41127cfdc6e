export { createExport } from "./create";
export { readExportFile } from "./file";
export { removeExport, sweepExports } from "./remove";
export { listExports, readExport } from "./row";
export { runExport } from "./run";
export { csvLines } from "./text";
