import { createSpotlight } from "@mantine/spotlight";

/** The state of the command palette, and functions that open and close it. */
export const [paletteStore, palette] = createSpotlight();

/**
 * Selects the first entry of a list without a selection, so that Enter opens it. The palette itself only selects an entry
 * when the query changes, which is before the records arrive.
 */
export function selectFirstEntry(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  if (list === null || list.querySelector("[data-selected]") !== null) return;
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
