"use client";

import { Menu } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useOpenAtMount } from "@/components/use-requested";
import { CASE_TEMPLATES, type CaseTemplate } from "./case-templates";
import { TemplateButton } from "./template-button";

export type TemplateMenuProps = { onChoose: (template: CaseTemplate) => void };

/** The menu of case templates. Opens when it is loaded. */
export function TemplateMenuList({ onChoose }: TemplateMenuProps) {
  const t = useTranslations("suites.template");
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <TemplateButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {CASE_TEMPLATES.map((template) => (
          <Menu.Item key={template} onClick={() => onChoose(template)}>
            {t(template)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
