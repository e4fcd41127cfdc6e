/** An empty cell of a table. */
export const NO_VALUE = (
  <span aria-hidden style={{ color: "var(--mantine-color-dimmed)" }}>
    –
  </span>
);
