"use client";

import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/platform/context";
import classes from "./shell.module.css";
import { useSwitchScope } from "./use-switch-scope";

const ENVIRONMENTS: readonly Environment[] = ["live", "test"];

/** Opens the live or the test environment. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const t = useTranslations("shell.environment");
  const { busy, open } = useSwitchScope();
  return (
    <div role="radiogroup" aria-label={t("label")} className={classes.environment}>
      {ENVIRONMENTS.map((name) => (
        <label key={name} data-environment={name}>
          <input
            type="radio"
            name="environment"
            checked={name === environment}
            disabled={busy}
            onChange={() => open({ environment: name })}
          />
          {t(name)}
        </label>
      ))}
    </div>
  );
}
