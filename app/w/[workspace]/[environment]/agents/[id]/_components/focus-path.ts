/** Dialogs return the focus when they close. */
const FOCUS_DELAY_MS = 80;
/** A tab renders its fields within this time, also on a slow machine. */
const RENDER_LIMIT_MS = 5_000;

/** Moves the focus to an element once it is rendered. */
export function focusWhenRendered(find: () => HTMLElement | null): void {
  const end = Date.now() + RENDER_LIMIT_MS;
  const attempt = () => {
    const element = find();
    if (element === null) {
      if (Date.now() < end) requestAnimationFrame(attempt);
      return;
    }
    element.focus();
    element.scrollIntoView({ block: "nearest" });
  };
  setTimeout(attempt, FOCUS_DELAY_MS);
}

/** The input of a path, such as `variables.2.name`; null while it is not rendered. */
export const inputOf = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);

/** Moves the focus to the input of a path, once it is rendered. */
export const focusPath = (path: string): void => focusWhenRendered(() => inputOf(path));

/** Moves the focus to the title of a section, once it is rendered. */
export const focusSection = (section: string): void =>
  focusWhenRendered(() => document.getElementById(`${section}-title`));
