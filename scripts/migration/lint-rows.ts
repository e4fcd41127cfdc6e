import type { GrantStmt, InsertStmt, Node } from "@pgsql/types";
import type { Findings } from "./findings";

const DEFINITION_STATEMENT = /\b(?:alter|create|drop|reindex|rename|truncate|lock\s+table|revoke)\s/i;
const REMOVAL = /\b(?:drop\s+(?:table|column|function|index)|rename|truncate|revoke)\b/i;
const ROW_STATEMENT = /\b(?:update|delete\s+from|insert\s+into|merge\s+into)\s/i;

function changeRows(findings: Findings, table: string | undefined): void {
  findings.lock(table, "ROW EXCLUSIVE");
  findings.breaks("changes-rows", table);
}

function lintInsert(findings: Findings, { relation, selectStmt }: InsertStmt): void {
  const isList =
    selectStmt !== undefined &&
    "SelectStmt" in selectStmt &&
    (selectStmt.SelectStmt.valuesLists ?? []).length > 0;
  if (isList) findings.lock(relation?.relname, "ROW EXCLUSIVE");
  else changeRows(findings, relation?.relname);
}

/** access.sql revokes everything from everyone and grants its list again, and closes each function to the public. */
function lintGrant(
  findings: Findings,
  { is_grant: isGrant, targtype, objtype, objects = [] }: GrantStmt,
): void {
  if (isGrant === true || targtype !== "ACL_TARGET_OBJECT") return;
  const tables = objects.flatMap((node) => ("RangeVar" in node ? [node.RangeVar.relname ?? ""] : []));
  if (objtype === "OBJECT_TABLE" && tables.some((table) => !findings.created.has(table))) findings.removes();
}

function lintBlock(findings: Findings, text: string): void {
  if (ROW_STATEMENT.test(text)) findings.rules.add("rows-in-do");
  if (REMOVAL.test(text)) findings.removes();
  if (DEFINITION_STATEMENT.test(text) && findings.declared === null) findings.rules.add("definitions-in-do");
}

/** Lints a statement about rows, grants or settings. */
export function lintRows(findings: Findings, node: Node): void {
  if ("UpdateStmt" in node) changeRows(findings, node.UpdateStmt.relation?.relname);
  if ("DeleteStmt" in node) changeRows(findings, node.DeleteStmt.relation?.relname);
  if ("InsertStmt" in node) lintInsert(findings, node.InsertStmt);
  if ("TruncateStmt" in node) findings.removes();
  if ("GrantStmt" in node) lintGrant(findings, node.GrantStmt);
  if ("DoStmt" in node) lintBlock(findings, JSON.stringify(node.DoStmt));
  if ("VariableSetStmt" in node && node.VariableSetStmt.name?.endsWith("_timeout") === true)
    findings.rules.add("sets-timeout");
}
