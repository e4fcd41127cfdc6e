import { canBeShortcut } from "./key-press";

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** The position of the row after `step` rows; the first row if none is current. */
export function nextRow(current: number, step: number, count: number): number {
  return current === -1 ? 0 : Math.min(Math.max(current + step, 0), count - 1);
}

/** The rows that the keys move through: those of the table with the focus, else of the page's first table. */
const currentRows = (): Element | null =>
  document.activeElement?.closest("[data-row-keys]") ?? document.querySelector("[data-row-keys]");

/** Moves the focus to the link of the next or the previous row if `j` or `k` was pressed, and these rows are meant. */
export function moveByKey(event: KeyboardEvent, rows: Element): void {
  const step = STEPS[event.key];
  if (step === undefined || rows !== currentRows() || !canBeShortcut(event)) return;
  const links = [...rows.querySelectorAll<HTMLElement>("[data-row-link]")];
  const current = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const link = links[nextRow(current, step, links.length)];
  if (link === undefined) return;
  event.preventDefault();
  link.focus();
}
