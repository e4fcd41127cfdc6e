import type { DropStmt, IndexStmt, Node } from "@pgsql/types";
import type { Findings } from "./findings";
import { lintAlterTable } from "./lint-alter-table";

const namesOf = ({ objects = [] }: DropStmt): string[][] =>
  objects.map((node) =>
    "List" in node
      ? (node.List.items ?? []).flatMap((item) =>
          "String" in item && item.String.sval !== undefined ? [item.String.sval] : [],
        )
      : [],
  );

function lintDrop(findings: Findings, statement: DropStmt): void {
  const { removeType } = statement;
  if (removeType === "OBJECT_TABLE" || removeType === "OBJECT_FUNCTION" || removeType === "OBJECT_INDEX")
    findings.removes();
  for (const name of namesOf(statement)) {
    if (removeType === "OBJECT_TABLE") findings.lock(name.at(-1), "ACCESS EXCLUSIVE");
    // The name of a trigger or policy follows the name of its table.
    if (removeType === "OBJECT_TRIGGER" || removeType === "OBJECT_POLICY")
      findings.lock(name.at(-2), "ACCESS EXCLUSIVE");
  }
}

function lintIndex(findings: Findings, { relation, concurrent }: IndexStmt): void {
  findings.lock(relation?.relname, concurrent === true ? "SHARE UPDATE EXCLUSIVE" : "SHARE");
  if (concurrent !== true) findings.breaks("blocks-writes", relation?.relname);
}

/** Lints a statement about tables and their parts. */
export function lintDefinition(findings: Findings, node: Node): void {
  if ("CreateStmt" in node) findings.created.add(node.CreateStmt.relation?.relname ?? "");
  if ("AlterTableStmt" in node)
    lintAlterTable(findings, node.AlterTableStmt.relation?.relname ?? "", node.AlterTableStmt.cmds ?? []);
  if ("IndexStmt" in node) lintIndex(findings, node.IndexStmt);
  if ("CreateTrigStmt" in node) findings.lock(node.CreateTrigStmt.relation?.relname, "SHARE ROW EXCLUSIVE");
  if ("CreatePolicyStmt" in node) {
    const { table, permissive } = node.CreatePolicyStmt;
    findings.lock(table?.relname, "ACCESS EXCLUSIVE");
    if (permissive !== true) findings.narrows(table?.relname ?? "");
  }
  if ("ReindexStmt" in node) {
    findings.lock(node.ReindexStmt.relation?.relname, "ACCESS EXCLUSIVE");
    findings.rules.add("blocks-writes");
  }
  if ("RenameStmt" in node) {
    findings.lock(node.RenameStmt.relation?.relname, "ACCESS EXCLUSIVE");
    findings.removes();
  }
  if ("DropStmt" in node) lintDrop(findings, node.DropStmt);
}
