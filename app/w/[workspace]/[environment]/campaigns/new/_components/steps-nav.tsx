"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { pathOf, STEPS, type Step } from "./steps";
import classes from "./steps-nav.module.css";

/** The steps, with the current one. Without a draft, the other steps have no links. */
export function StepsNav({ step: current, id }: { step: Step; id: string | null }) {
  const t = useTranslations("campaigns.create");
  return (
    <nav aria-label={t("steps")}>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            {id === null || step === current ? (
              <span className={classes.step} aria-current={step === current ? "step" : undefined}>
                {t(`step.${step}`)}
              </span>
            ) : (
              <Link className={classes.step} href={pathOf(id, step)} prefetch={false}>
                {t(`step.${step}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
