"use client";

import { Link } from "@/components/link";
import { pathOf, STEPS, type Step } from "./steps";
import classes from "./steps-nav.module.css";

/** The steps and where one is. Without a draft there is nothing yet to go to. */
export function StepsNav({ step, id }: { step: Step; id: string | null }) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {STEPS.map(({ id: to, label }) => (
          <li key={to}>
            {id === null || to === step ? (
              <span className={classes.step} aria-current={to === step ? "step" : undefined}>
                {label}
              </span>
            ) : (
              <Link className={classes.step} href={pathOf(id, to)} prefetch={false}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
