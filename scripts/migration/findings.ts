import type { DeclaredLocks } from "./declared-locks";
import { LOCK_MODES, type LockMode } from "./lock-modes";
import type { Rule } from "./rules";
import { SMALL_TABLES } from "./small-tables";

/** Collects what the statements of a migration break and lock. Tables that the migration creates break and lock nothing. */
export class Findings {
  readonly rules = new Set<Rule>();
  readonly locks = new Map<string, LockMode>();
  readonly created = new Set<string>();
  /** Constraints that the migration drops, as `<table>.<name>`: the next one of this name replaces it. */
  readonly dropped = new Set<string>();

  constructor(
    private readonly isContract: boolean,
    /** Null without a line that declares them. */
    readonly declared: DeclaredLocks | null,
  ) {
    for (const [table, mode] of declared ?? []) this.lock(table, mode);
  }

  /** Notes a lock; the strongest of a table counts. */
  lock(table: string | undefined, mode: LockMode): void {
    if (table === undefined || this.created.has(table)) return;
    const current = this.locks.get(table);
    if (current === undefined || LOCK_MODES.indexOf(mode) > LOCK_MODES.indexOf(current))
      this.locks.set(table, mode);
  }

  /** Notes a rule that holds for large tables that existed before. */
  breaks(rule: Rule, table?: string): void {
    if (table === undefined || (!this.created.has(table) && !SMALL_TABLES.has(table))) this.rules.add(rule);
  }

  /** Notes that the former release loses something it uses. */
  removes(): void {
    if (!this.isContract) this.rules.add("removes");
  }

  /** Notes that a table refuses more than before. */
  narrows(table: string): void {
    if (!this.isContract && !this.created.has(table)) this.rules.add("narrows");
  }
}
