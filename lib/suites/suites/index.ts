export { createSuite } from "./create";
export { deleteSuite } from "./delete";
export { listSuites, readSuite } from "./read";
export { openCases, selectSuite, selectSuites, toSuiteItem } from "./row";
export { searchSuites } from "./search";
export { type CasesDocument, casesDocument } from "./stored-documents";
export { updateSuite } from "./update";
