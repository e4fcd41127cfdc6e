import { type KeyboardEvent, type RefObject, useState } from "react";
import { matchNames, type OpenPlaceholder, openPlaceholderAt } from "./placeholder-text";

type Options = {
  field: RefObject<HTMLTextAreaElement | null>;
  names: readonly string[];
};
type State = { open: OpenPlaceholder; index: number };

/**
 * Completes variables after "{{". Arrow keys choose, Enter or Tab accepts, Escape closes the list. The text is inserted as if
 * it was typed, so that the browser can undo it.
 */
export function useCompletion({ field, names }: Options) {
  const [state, setState] = useState<State | null>(null);
  const options = state === null ? [] : matchNames(names, state.open.query);
  const isOpen = state !== null && options.length > 0;
  const index = Math.min(state?.index ?? 0, Math.max(0, options.length - 1));

  function update(): void {
    const node = field.current;
    const isCursor = node !== null && node.selectionStart === node.selectionEnd;
    const open = isCursor ? openPlaceholderAt(node.value, node.selectionStart) : null;
    setState(open === null ? null : { open, index: 0 });
  }

  function accept(name: string): void {
    const node = field.current;
    if (node === null || state === null) return;
    node.focus();
    node.setSelectionRange(state.open.from, state.open.to);
    document.execCommand("insertText", false, `${name}}}`);
    setState(null);
  }

  /** Begins a placeholder at the cursor, as if the braces were typed. */
  function begin(): void {
    const node = field.current;
    if (node === null) return;
    node.focus();
    document.execCommand("insertText", false, "{{");
    update();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (state === null || !isOpen || event.nativeEvent.isComposing) return;
    const choose = (to: number) => setState({ ...state, index: (to + options.length) % options.length });
    if (event.key === "ArrowDown") choose(index + 1);
    else if (event.key === "ArrowUp") choose(index - 1);
    else if (event.key === "Escape") setState(null);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) accept(options[index] ?? "");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    isOpen,
    options,
    index,
    /** The position in the text where the list belongs. */
    at: state?.open.from ?? 0,
    update,
    accept,
    begin,
    onKeyDown,
    close: () => setState(null),
  };
}
