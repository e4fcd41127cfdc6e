/** Properties of the icons in the command palette. */
export const PALETTE_ICON = { size: 20, stroke: 1.5, "aria-hidden": true } as const;
