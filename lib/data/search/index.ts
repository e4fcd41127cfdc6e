export { searchRecords } from "./search-records";
