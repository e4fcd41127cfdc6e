/** The keyboard shortcuts of a call's page, in the order in which they are listed. */
export const SHORTCUTS = [
  { name: "play", keys: [" "] },
  { name: "back", keys: ["ArrowLeft"] },
  { name: "forward", keys: ["ArrowRight"] },
  { name: "previousTurn", keys: ["["] },
  { name: "nextTurn", keys: ["]"] },
  { name: "comment", keys: ["c"] },
  { name: "previousCall", keys: ["k"] },
  { name: "nextCall", keys: ["j"] },
  { name: "help", keys: ["?"] },
] as const;

export type ShortcutName = (typeof SHORTCUTS)[number]["name"];

/** Elements in which every key has another meaning. */
const EDITABLE =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=combobox]";
/** Elements that the space bar activates. */
const PRESSABLE = "button, a[href], summary, [role=button]";

type Pressed = Pick<
  KeyboardEvent,
  "key" | "target" | "altKey" | "ctrlKey" | "metaKey" | "defaultPrevented"
> & {
  getModifierState(key: string): boolean;
};

/** Keyboards of many languages type brackets with AltGr, which some systems report as Ctrl and Alt. */
const hasModifier = (event: Pressed): boolean =>
  event.metaKey || ((event.altKey || event.ctrlKey) && !event.getModifierState("AltGraph"));

/** The shortcut of a key press; null if the key has another meaning where it was pressed. */
export function shortcutOf(event: Pressed): ShortcutName | null {
  if (event.defaultPrevented || hasModifier(event)) return null;
  const shortcut = SHORTCUTS.find(({ keys }) => keys.some((key) => key === event.key));
  if (shortcut === undefined) return null;
  const { target } = event;
  if (target !== null && target instanceof Element) {
    if (target.closest(EDITABLE) !== null) return null;
    if (shortcut.name === "play" && target.closest(PRESSABLE) !== null) return null;
  }
  return shortcut.name;
}
