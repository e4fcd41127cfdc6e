/** Dialogs return the focus when they close, and tabs render their fields first. */
const FOCUS_DELAY_MS = 80;

function focusSoon(selector: string): void {
  setTimeout(() => {
    const element = document.querySelector<HTMLElement>(selector);
    element?.focus();
    element?.scrollIntoView({ block: "nearest" });
  }, FOCUS_DELAY_MS);
}

/** Moves the focus to the field of a path, such as `variables.2.name`, once it is rendered. */
export const focusPath = (path: string): void => focusSoon(`[data-path="${CSS.escape(path)}"]`);

/** Moves the focus to the title of a section, once it is rendered. */
export const focusSection = (section: string): void => focusSoon(`#${section}-title`);
