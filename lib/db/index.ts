export { insertMany } from "./insert-many";
export { type Json, type JsonText, json } from "./json";
export { db } from "./kysely";
export { closePool, connection, databaseUrl } from "./pool";
export { type Reader, reader, type Select } from "./read";
export type { TenantDB } from "./tables";
export type { Tx } from "./transaction";
export { isUnavailable, violatedConstraint } from "./unavailable";
export { type RowsOf, type Run, record } from "./write";
