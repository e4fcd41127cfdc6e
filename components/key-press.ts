/** Elements in which every key has another meaning. Letters mean nothing in a checkbox. */
const EDITABLE =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=combobox]";

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "target" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented"
> & {
  getModifierState(key: string): boolean;
};

/** Keyboards of many languages type brackets with AltGr, which some systems report as Ctrl and Alt. */
const hasModifier = (event: KeyPress): boolean =>
  event.metaKey || ((event.altKey || event.ctrlKey) && !event.getModifierState("AltGraph"));

/** Whether a key press can run a shortcut of the page: it has no modifier, and no other meaning where it was pressed. */
export function canBeShortcut(event: KeyPress): boolean {
  if (event.defaultPrevented || hasModifier(event)) return false;
  const { target } = event;
  return target === null || !(target instanceof Element) || target.closest(EDITABLE) === null;
}
