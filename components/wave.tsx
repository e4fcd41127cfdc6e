import classes from "./wave.module.css";

/** Heights of the bars in percent: a phrase of speech that rises, pauses and ends. */
const BARS = [
  14, 24, 42, 30, 58, 78, 52, 90, 68, 100, 74, 48, 60, 34, 18, 8, 8, 22, 46, 38, 70, 56, 84, 62, 40, 52, 28,
  16,
] as const;
const STEP_PX = 7;
const HEIGHT_PX = 40;
const MIDDLE_PX = HEIGHT_PX / 2;

const PATH = BARS.map((percent, index) => {
  const reach = (MIDDLE_PX * percent) / 100;
  return `M${(index + 0.5) * STEP_PX} ${MIDDLE_PX - reach}V${MIDDLE_PX + reach}`;
}).join("");

/** The product's wave: a decoration that carries no meaning. docs/design.md tells where it is used. */
export function Wave() {
  return (
    <svg
      className={classes.wave}
      viewBox={`0 0 ${BARS.length * STEP_PX} ${HEIGHT_PX}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATH} />
    </svg>
  );
}
