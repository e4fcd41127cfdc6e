// swagger-ui-dist brings no types: what the reference uses of it.
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { ComponentType, ReactNode } from "react";

  /** Arguments of a Swagger UI plugin and component. */
  export type System = {
    /** The React that Swagger UI brings itself; elements of another would not fit. */
    React: {
      createElement(
        type: string | ComponentType,
        props?: Record<string, unknown> | null,
        ...children: ReactNode[]
      ): ReactNode;
    };
    getComponent(name: string, isContainer?: boolean): ComponentType;
    specSelectors: { loadingStatus(): "loading" | "success" | "failed" | "failedConfig" };
  };
  type Options = {
    domNode: HTMLElement;
    url: string;
    validatorUrl: string | null;
    syntaxHighlight: false;
    layout: string;
    plugins: (() => { components: Record<string, (system: System) => ReactNode> })[];
    onComplete: () => void;
  };
  export default function SwaggerUI(options: Options): unknown;
}
