import type { Compilable, RawBuilder } from "kysely";
import { db } from "@/lib/platform/db";

/** A statement written entirely in SQL, for a transaction. */
export const rawStatement = <Row>(statement: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => statement.compile(db),
});
