export { listRecordNames } from "./record-names";
export { searchRecords } from "./search-records";
