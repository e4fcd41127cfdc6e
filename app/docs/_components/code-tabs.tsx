"use client";

import { Tabs } from "@mantine/core";
import { CopyButton } from "@/components/copy-button";
import classes from "./code.module.css";
import { CodeArea } from "./code-block";
import { LANGUAGES, type Language, useLanguage } from "./language";

/** A sample in each language. A choice of the language applies to all samples. */
export function CodeTabs({
  samples,
  label,
}: {
  samples: Readonly<Partial<Record<Language, string>>>;
  label: string;
}) {
  const [chosen, choose] = useLanguage();
  const languages = LANGUAGES.filter(({ id }) => samples[id] !== undefined);
  const language = languages.find(({ id }) => id === chosen) ?? languages[0];
  if (language === undefined) return null;
  const code = samples[language.id] ?? "";
  return (
    <Tabs
      className={classes.block}
      variant="none"
      keepMounted={false}
      value={language.id}
      onChange={(value) => {
        const next = LANGUAGES.find(({ id }) => id === value);
        if (next !== undefined) choose(next.id);
      }}
    >
      <div className={classes.bar}>
        <Tabs.List aria-label={`Language of the sample: ${label}`}>
          {languages.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id} className={classes.tab}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton value={code} size="compact-xs" variant="subtle" color="gray" />
      </div>
      {languages.map(({ id, name }) => (
        <Tabs.Panel key={id} value={id}>
          <CodeArea code={samples[id] ?? ""} label={`${label} with ${name}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
