export { rehearsalModel } from "./model";
