import type { ParsedNumber } from "@/lib/contacts/contacts";

type Place = Pick<ParsedNumber, "region" | "timezone">;

/** The digits of a number in E.164, at most 15 and so exact: a set of them takes a tenth of what texts take. */
export const digitsOf = (e164: string): number => Number(e164.slice(1));

/**
 * The numbers of a file's rows in their order, a few bytes each: reading a number is much of what checking a row
 * costs, and is done once.
 */
export class Numbers {
  private readonly digits: number[] = [];
  /** Of each number, which of `known` its place is. */
  private readonly places: number[] = [];
  private readonly known: Place[] = [];
  private readonly indexes = new Map<string, number>();

  add({ e164, region, timezone }: ParsedNumber): void {
    const name = `${region} ${timezone}`;
    let index = this.indexes.get(name);
    if (index === undefined) {
      index = this.known.push({ region, timezone }) - 1;
      this.indexes.set(name, index);
    }
    this.digits.push(digitsOf(e164));
    this.places.push(index);
  }

  /** The number of the row of that place among the rows, from 0. */
  at(row: number): ParsedNumber | undefined {
    const digits = this.digits[row];
    const place = this.known[this.places[row] ?? -1];
    return digits === undefined || place === undefined ? undefined : { e164: `+${digits}`, ...place };
  }
}
