import type { Compilable, RawBuilder } from "kysely";
import { db } from "@/lib/platform/db";

/** A statement that is written in SQL as a whole, for a transaction to send. */
export const raw = <Row>(written: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => written.compile(db),
});
