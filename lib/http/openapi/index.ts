export { openApiDocument, type Routes } from "./document";
export type { FieldComments } from "./field-comments";
export { nameSchemas } from "./schemas";
