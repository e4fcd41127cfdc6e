"use client";

import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { System } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./reference.css";

/** Renders only Swagger's operations, as its layout would add a second title and landmarks. */
function Operations({ React: { createElement: h }, getComponent, specSelectors }: System) {
  if (specSelectors.loadingStatus() !== "success") return h(getComponent("errors", true));
  return h(
    "div",
    { className: "swagger-ui" },
    h(getComponent("SvgAssets")),
    h(getComponent("AuthorizeBtnContainer", true)),
    h(getComponent("operations", true)),
  );
}
const layout = () => ({ components: { Operations } });

/** Swagger's own switch for dark, on the document; answers how to undo it. */
function setDark(isDark: boolean): () => void {
  document.documentElement.classList.toggle("dark-mode", isDark);
  return () => document.documentElement.classList.remove("dark-mode");
}

/** The API reference, drawn by Swagger UI from the product's own files. `url` is the path of the OpenAPI document. */
export function Reference({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme("light");
  const [state, setState] = useState<"loading" | "drawn" | "failed">("loading");

  useEffect(() => {
    let left = false;
    const draw = async () => {
      const { default: SwaggerUI } = await import("swagger-ui-dist/swagger-ui-es-bundle.js");
      if (left || place.current === null) return;
      SwaggerUI({
        domNode: place.current,
        url,
        // Otherwise a picture is asked of another site, with this document's address.
        validatorUrl: null,
        // Swagger's colors have too little contrast on its gray.
        syntaxHighlight: false,
        layout: "Operations",
        plugins: [layout],
        onComplete: () => setState("drawn"),
      });
    };
    draw().catch(() => setState("failed"));
    return () => {
      left = true;
    };
  }, [url]);
  useEffect(() => setDark(scheme === "dark"), [scheme]);

  return (
    <>
      {state === "loading" && <p role="status">The reference is loading.</p>}
      {state === "failed" && (
        <p role="alert">
          The reference could not be loaded. Reload this page, or read <a href={url}>the document itself</a>.
        </p>
      )}
      <div ref={place} />
    </>
  );
}
