/** An empty cell of a table. */
export const NO_VALUE = (
  <span aria-hidden className="no-value">
    –
  </span>
);
