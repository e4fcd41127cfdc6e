export { REHEARSAL_MODEL, REHEARSAL_PROVIDER, rehearsalModel } from "./model";
