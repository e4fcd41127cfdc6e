export { openApiDocument, type Routes } from "./document";
export { nameSchemas } from "./schemas";
