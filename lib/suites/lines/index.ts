export { type CaseHearing, type CaseLines, openCaseLines } from "./open-lines";
