/** The cells of a row of the report. `during`: still working while the fault lasts; `message`: reported by the product. */
export type Column = "during" | "message" | "recovery";

/** Collects the observed facts of a fault. A fact that is false makes the run fail. */
export class Observations {
  readonly facts: { column: Column; isTrue: boolean; text: string }[] = [];

  private add(column: Column, isTrue: boolean, text: string): void {
    this.facts.push({ column, isTrue, text });
    process.stderr.write(`  ${isTrue ? "ok  " : "FAIL"} ${column}: ${text}\n`);
  }

  /** States what works while the fault lasts. */
  during(isTrue: boolean, text: string): void {
    this.add("during", isTrue, text);
  }

  /** States what the product reports: a log line, a status, a notice, a line of the doctor. */
  message(isTrue: boolean, text: string): void {
    this.add("message", isTrue, text);
  }

  /** States the result after the fault ended. */
  recovery(isTrue: boolean, text: string): void {
    this.add("recovery", isTrue, text);
  }
}

/** A fault. `findObstacle` returns why this machine cannot run it, or null. */
export type Fault = {
  name: string;
  title: string;
  findObstacle?: () => string | null;
  run(observed: Observations): Promise<void>;
};
