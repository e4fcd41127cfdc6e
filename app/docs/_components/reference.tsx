"use client";

import { useEffect, useRef, useState } from "react";
import type { System } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./reference.css";

/** Only what the page does not show by itself; Swagger's own layout brings a title and landmarks of its own. */
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

/** Follows the system's choice of light or dark for as long as the reference is shown; answers how to stop. */
function followScheme(): () => void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  follow();
  dark.addEventListener("change", follow);
  return () => {
    dark.removeEventListener("change", follow);
    document.documentElement.classList.remove("dark-mode");
  };
}

/** The API reference, drawn by Swagger UI from the product's own files. `url` is the path of the OpenAPI document. */
export function Reference({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null);
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
        // Its colours are too pale to read on its grey.
        syntaxHighlight: false,
        layout: "Operations",
        plugins: [layout],
        onComplete: () => setState("drawn"),
      });
    };
    draw().catch(() => setState("failed"));
    const unfollow = followScheme();
    return () => {
      left = true;
      unfollow();
    };
  }, [url]);

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
