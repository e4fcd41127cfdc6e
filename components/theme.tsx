"use client";

import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
  mergeThemeOverrides,
} from "@mantine/core";
import { setNonce } from "get-nonce";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { NotificationArea } from "./notification-area";
import classes from "./theme.module.css";
import { useTypedEarly } from "./use-typed-early";

/** The product's green. Shade 9 carries white text, shades 8 and 9 are read on white, 3 and 4 on dark. */
const teal: MantineColorsTuple = [
  "#eef8f6",
  "#dcefeb",
  "#b7ded6",
  "#8ccabe",
  "#5fb5a6",
  "#3ba190",
  "#218f7e",
  "#128070",
  "#0d7568",
  "#0b6a5f",
];
/** Neutrals with a breath of that green, so that surfaces and accent belong together. */
const gray: MantineColorsTuple = [
  "#f7f9f8",
  "#eff3f2",
  "#e4eae8",
  "#d6dedb",
  "#bfcac6",
  "#93a29d",
  "#5b6b67",
  "#455450",
  "#2c3835",
  "#16211f",
];
/** 7 is what lies on the page (papers, tables, dialogs), 8 the page itself, 9 the frame around it. */
const dark: MantineColorsTuple = [
  "#e3eae8",
  "#c2cdca",
  "#a0aeaa",
  "#6f7f7a",
  "#33403d",
  "#2a3532",
  "#202a28",
  "#1a2321",
  "#131a19",
  "#0e1413",
];

const lines: CSSVariablesResolver = () => ({
  variables: {},
  // The palette's own orange, yellow, red and placeholders are too pale to be read on white (WCAG 2, 4.5:1).
  light: {
    "--mantine-color-default-border": "var(--mantine-color-gray-3)",
    "--mantine-color-orange-light-color": "#8a3b00",
    "--mantine-color-yellow-light-color": "#6b4700",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-placeholder": "var(--mantine-color-dimmed)",
  },
  // The palettes' own quiet surfaces are all but black, or louder than what they hold; its red for errors is too dark.
  dark: {
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-placeholder": "var(--mantine-color-dimmed)",
    // Quiet buttons and active tabs have the accent, as links have; the palette's own is all but white.
    "--mantine-color-teal-light-color": "var(--mantine-color-teal-3)",
    "--mantine-color-yellow-light": "#35280c",
    "--mantine-color-orange-light": "#3a2310",
    "--mantine-color-red-light": "#3d1a1a",
    "--mantine-color-gray-light": "#26312e",
    "--mantine-color-gray-light-hover": "#2e3a37",
    "--mantine-color-gray-light-color": "var(--mantine-color-gray-2)",
  },
});

const theme = createTheme({
  primaryColor: "teal",
  primaryShade: { light: 9, dark: 9 },
  colors: { teal, gray, dark },
  black: "#16211f",
  autoContrast: true,
  fontFamily: "var(--font-geist-sans), system-ui, sans-serif",
  fontFamilyMonospace: "var(--font-geist-mono), ui-monospace, monospace",
  // The sizes of app/tokens.css.
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  radius: { md: "8px", lg: "12px" },
  headings: { fontWeight: "600", fontFamily: "var(--font-geist-sans), system-ui, sans-serif" },
  defaultRadius: "md",
  cursorType: "pointer",
  // With reduced motion, dialogs and messages appear without animation.
  respectReducedMotion: true,
  components: {
    // A dialog's head is no banner of the page.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    ModalTitle: { defaultProps: { fw: 600 } },
    Button: { defaultProps: { fw: 500 } },
    // A menu starts with the focus at its first item, not at an invisible element
    // (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    InputWrapper: { defaultProps: { labelProps: { fw: 500 } } },
    // A badge is read as a whole: what stands beside it gives way.
    Badge: {
      defaultProps: {
        variant: "light",
        radius: "sm",
        tt: "none",
        fw: 500,
        style: { flexShrink: 0, minWidth: "max-content" },
      },
    },
    // A paper with a border is a panel (components/panel.tsx).
    Paper: { defaultProps: { radius: "lg" }, classNames: { root: classes.paper ?? "" } },
    // A value that is longer than its input ends in an ellipsis.
    // A group of fields is a panel with its title inside.
    Fieldset: { classNames: { root: classes.fieldset ?? "", legend: classes.legend ?? "" } },
    Table: { classNames: { thead: classes.tableHead ?? "" } },
    Input: { classNames: { input: classes.input ?? "" } },
  },
});

/** The theme with the accessible names of buttons that have only an icon. */
function useNamedTheme() {
  const t = useTranslations("common");
  return useMemo(() => {
    const labeled = (label: string) => ({ defaultProps: { closeButtonProps: { "aria-label": label } } });
    const components = {
      Notification: labeled(t("dismiss")),
      Modal: labeled(t("close")),
      Drawer: labeled(t("close")),
    };
    return mergeThemeOverrides(theme, createTheme({ components }));
  }, [t]);
}

/**
 * Mantine for every page. The server knows the response's nonce; the browser hides it from scripts, so it is passed down.
 * Modals create a style element (react-remove-scroll), which gets the nonce from get-nonce.
 */
export function Theme({ nonce: ofAnswer, children }: { nonce: string; children: ReactNode }) {
  // A refresh has the nonce of its response, but the document keeps its first nonce.
  const [nonce] = useState(ofAnswer);
  if (typeof window !== "undefined") setNonce(nonce);
  useTypedEarly();
  const namedTheme = useNamedTheme();
  return (
    <MantineProvider
      theme={namedTheme}
      cssVariablesResolver={lines}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
      <NotificationArea position="top-center" limit={4} className={classes.messages ?? ""} />
    </MantineProvider>
  );
}
