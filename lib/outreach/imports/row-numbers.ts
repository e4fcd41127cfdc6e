import type { ParsedNumber } from "@/lib/contacts/contacts";

type Location = Pick<ParsedNumber, "region" | "timezone">;

/**
 * The digits of an E.164 number as a number: at most 15 digits, so it is exact. A set of numbers takes a
 * tenth of the memory of a set of strings.
 */
export const digitsOf = (e164: string): number => Number(e164.slice(1));

/** In place of the digits of a rejected row. */
const REJECTED = -1;

/**
 * The numbers of a file's rows in order, in a few bytes each. Parsing a number is a large part of the cost of
 * checking a row, so it is done once.
 */
export class RowNumbers {
  private readonly digits: number[] = [];
  /** For each number, the index of its location. */
  private readonly locationIndexes: number[] = [];
  private readonly locations: Location[] = [];
  private readonly indexes = new Map<string, number>();

  add({ e164, region, timezone }: ParsedNumber): void {
    const name = `${region} ${timezone}`;
    let index = this.indexes.get(name);
    if (index === undefined) {
      index = this.locations.push({ region, timezone }) - 1;
      this.indexes.set(name, index);
    }
    this.digits.push(digitsOf(e164));
    this.locationIndexes.push(index);
  }

  /** Adds a row that is not imported. */
  addRejected(): void {
    this.digits.push(REJECTED);
    this.locationIndexes.push(REJECTED);
  }

  /** Whether a row, counted from 0, is not imported. */
  isRejected(row: number): boolean {
    return this.digits[row] === REJECTED;
  }

  /** Returns the number of a row, counted from 0. Undefined for a rejected one. */
  at(row: number): ParsedNumber | undefined {
    const digits = this.digits[row];
    const location = this.locations[this.locationIndexes[row] ?? -1];
    return digits === undefined || location === undefined ? undefined : { e164: `+${digits}`, ...location };
  }
}
