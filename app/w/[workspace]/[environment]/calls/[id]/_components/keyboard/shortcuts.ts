import { canBeShortcut, type KeyPress } from "@/components/key-press";

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

/** Elements that the space bar activates. */
const PRESSABLE = "button, a[href], summary, input, [role=button]";

/** The shortcut of a key press; null if the key has another meaning where it was pressed. */
export function shortcutOf(event: KeyPress): ShortcutName | null {
  if (!canBeShortcut(event)) return null;
  const shortcut = SHORTCUTS.find(({ keys }) => keys.some((key) => key === event.key));
  if (shortcut === undefined) return null;
  const { target } = event;
  if (
    shortcut.name === "play" &&
    target !== null &&
    target instanceof Element &&
    target.closest(PRESSABLE) !== null
  )
    return null;
  return shortcut.name;
}
