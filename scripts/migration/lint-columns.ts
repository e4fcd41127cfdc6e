import type { ColumnDef, Constraint, Node } from "@pgsql/types";
import type { Findings } from "./findings";
import { isSerial, isVolatileDefault } from "./volatile-default";

/** Lints a constraint of a table or of a column. */
export function lintConstraint(findings: Findings, table: string, constraint: Constraint): void {
  const { contype, pktable, skip_validation: isNotValid, indexname } = constraint;
  if (contype === "CONSTR_FOREIGN") {
    findings.lock(table, "SHARE ROW EXCLUSIVE");
    findings.lock(pktable?.relname, "SHARE ROW EXCLUSIVE");
  } else findings.lock(table, "ACCESS EXCLUSIVE");
  if ((contype === "CONSTR_FOREIGN" || contype === "CONSTR_CHECK") && isNotValid !== true)
    findings.breaks("scans-table", table);
  if ((contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY") && indexname === undefined)
    findings.breaks("blocks-writes", table);
}

/** Lints ADD COLUMN with the column's constraints, default and type. */
export function lintColumn(
  findings: Findings,
  table: string,
  { constraints = [], typeName }: ColumnDef,
): void {
  const ofType = (type: string) =>
    constraints.flatMap((node) =>
      "Constraint" in node && node.Constraint.contype === type ? [node.Constraint] : [],
    );
  for (const type of ["CONSTR_CHECK", "CONSTR_FOREIGN", "CONSTR_UNIQUE", "CONSTR_PRIMARY"])
    for (const constraint of ofType(type)) lintConstraint(findings, table, constraint);
  const [initial] = ofType("CONSTR_DEFAULT");
  if (ofType("CONSTR_NOTNULL").length > 0 && initial === undefined && !findings.created.has(table))
    findings.rules.add("required-column");
  // A constant is stored once. A function is evaluated for each row.
  if (initial?.raw_expr !== undefined && isVolatileDefault(initial.raw_expr))
    findings.breaks("rewrites-table", table);
  if (ofType("CONSTR_GENERATED").length + ofType("CONSTR_IDENTITY").length > 0)
    findings.breaks("rewrites-table", table);
  if (isSerial(typeName?.names ?? ([] as Node[]))) findings.breaks("rewrites-table", table);
}
