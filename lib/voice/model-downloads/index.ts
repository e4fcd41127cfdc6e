export { CATALOG, type CatalogModel } from "./catalog";
export { fetchModel } from "./fetch-model";
