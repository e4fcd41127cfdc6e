/** The progress of a transfer that a REFER asked for, as the peer's NOTIFY requests report it. */
export class TransferProgress {
  /** The last status: 202 if none came before the call ended, 408 if none came in time. */
  readonly result: Promise<number>;
  #last = 202;
  #settle: (status: number) => void = () => {};

  /** `timeoutMs`: the time until the last NOTIFY. `ended`: resolves when the call is over. */
  constructor(timeoutMs: number, ended: Promise<unknown>) {
    const timer = setTimeout(() => this.#settle(this.#last === 202 ? 408 : this.#last), timeoutMs).unref();
    this.result = new Promise((resolve) => {
      this.#settle = (status) => {
        clearTimeout(timer);
        resolve(status);
      };
    });
    void ended.then(() => this.#settle(this.#last));
  }

  /** Records the status of a NOTIFY. */
  report({ status, isLast }: { status: number; isLast: boolean }): void {
    this.#last = status;
    if (isLast) this.#settle(status);
  }
}
