import { ConsentStates, Suppression } from "@/lib/contacts/consent/schema";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import { type ConsentRules, parseConsent } from "./check-consents";
import type { Cell, ReportProblem, StatedConsent, StatedSuppression } from "./file-row";
import { importProblem } from "./problems";
import { isStorable } from "./storable";

/** The value of a cell that holds JSON: of its text in CSV. Undefined if it cannot be read or stored. */
function jsonOf({ value }: Cell): unknown {
  if (typeof value !== "string") return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isStorable(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the cells that hold an object of attributes or variables by one cell for each of its values.
 * Reports cells that hold something else.
 */
export function expandObjects(cells: readonly Cell[], reportProblem: ReportProblem): readonly Cell[] {
  if (!cells.some(({ field }) => field === "attributes" || field === "variables")) return cells;
  return cells.flatMap((cell) => {
    const { field, index } = cell;
    if (field !== "attributes" && field !== "variables") return [cell];
    const object = jsonOf(cell);
    // Text of an export has the values as they were stored.
    const isExact = typeof cell.value === "string";
    if (typeof object !== "object" || object === null || Array.isArray(object)) {
      reportProblem({ column: cell.column, ...importProblem("object_expected") });
      return [];
    }
    return Object.entries(object).flatMap(([name, inner]: [string, unknown]) => {
      const value = isExact || typeof inner !== "string" ? inner : inner.trim();
      const isEmpty = value === null || (value === "" && !isExact);
      const path = `${field}.${name}`;
      return isEmpty ? [] : [{ field: path, column: path, index, value }];
    });
  });
}

/** Reads the consent states of an exported contact. */
export function parseConsentStates(
  cell: Cell | undefined,
  rules: ConsentRules,
  reportProblem: ReportProblem,
): StatedConsent[] {
  if (cell === undefined) return [];
  const parsed = ConsentStates.safeParse(jsonOf(cell));
  if (!parsed.success) {
    reportProblem({ column: cell.column, ...importProblem("consent_states_invalid") });
    return [];
  }
  return Object.entries(parsed.data).flatMap(([key, { state, source, at }]) => {
    if (state === "unknown") return [];
    const [purpose, channel] = key.split(":");
    const input = { purpose, channel, granted: state === "granted", source, at };
    const entry = parseConsent(input, () => cell.column, rules, reportProblem);
    return entry === null
      ? []
      : [{ key: key as ConsentKey, entry, attested: false, isExported: true as const }];
  });
}

/** Reads the suppression of an exported contact. */
export function parseSuppression(
  cell: Cell | undefined,
  reportProblem: ReportProblem,
): StatedSuppression | undefined {
  if (cell === undefined) return undefined;
  const parsed = Suppression.safeParse(jsonOf(cell));
  if (parsed.success) return { channels: parsed.data.channels, reason: parsed.data.reason };
  reportProblem({ column: cell.column, ...importProblem("suppression_invalid") });
  return undefined;
}
