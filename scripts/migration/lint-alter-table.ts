import type { AlterTableCmd, Constraint, Node } from "@pgsql/types";
import type { Findings } from "./findings";
import { lintColumn, lintConstraint } from "./lint-columns";

function addConstraint(findings: Findings, table: string, constraint: Constraint): void {
  lintConstraint(findings, table, constraint);
  if (!findings.dropped.has(`${table}.${constraint.conname}`)) findings.narrows(table);
}

function alterColumn(findings: Findings, table: string, { subtype, def }: AlterTableCmd): void {
  if (subtype === "AT_AlterColumnType") {
    findings.breaks("rewrites-table", table);
    findings.removes();
  }
  // DROP DEFAULT: the former release inserts rows without the column.
  if (subtype === "AT_ColumnDefault" && def === undefined && !findings.created.has(table))
    findings.rules.add("required-column");
  if (subtype === "AT_SetNotNull") {
    findings.breaks("scans-table", table);
    findings.rules.add("required-column");
  }
}

function lintCommand(findings: Findings, table: string, command: AlterTableCmd): void {
  const { subtype, def, name } = command;
  if (subtype === "AT_AddConstraint" && def !== undefined && "Constraint" in def) {
    addConstraint(findings, table, def.Constraint);
    return;
  }
  findings.lock(table, subtype === "AT_ValidateConstraint" ? "SHARE UPDATE EXCLUSIVE" : "ACCESS EXCLUSIVE");
  if (subtype === "AT_AddColumn" && def !== undefined && "ColumnDef" in def)
    lintColumn(findings, table, def.ColumnDef);
  if (subtype === "AT_DropConstraint") findings.dropped.add(`${table}.${name}`);
  if (subtype === "AT_DropColumn") findings.removes();
  alterColumn(findings, table, command);
}

/** Lints the commands of one ALTER TABLE. */
export function lintAlterTable(findings: Findings, table: string, commands: readonly Node[]): void {
  for (const node of commands) if ("AlterTableCmd" in node) lintCommand(findings, table, node.AlterTableCmd);
}
