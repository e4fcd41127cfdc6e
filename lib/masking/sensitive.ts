import { inspect } from "node:util";

const SHOWN = "[withheld]";

/**
 * A value in clear that cannot leak by accident: printed, logged, put into JSON or into a template it is
 * "[withheld]". Only `reveal` opens it, so that every place that does can be found by its name.
 */
export class Clear<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  toJSON(): string {
    return SHOWN;
  }

  toString(): string {
    return SHOWN;
  }

  [Symbol.toPrimitive](): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }

  /** Use `reveal`. */
  static open<T>(clear: Clear<T>): T {
    return clear.#value;
  }
}

/** The value inside. */
export const reveal = <T>(clear: Clear<T>): T => Clear.open(clear);
