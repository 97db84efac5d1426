import { createContext, useContext, type ComponentType } from "react";

/** Renders a component to HTML, or returns cached HTML for the same props. */
export type RenderCached = <Props extends object>(
  component: ComponentType<Props>,
  props: Props,
) => string;

const RenderCachedContext = createContext<RenderCached | null>(null);

/** Provides, on the server, the function that renders and caches markup. Without it React renders as usual. */
export const CachedMarkupProvider = RenderCachedContext.Provider;

interface CachedMarkupProps<Props extends object> {
  as?: "div" | "li";
  className?: string;
  /**
   * Must depend on its props alone: no context, no `useId` and no clock. Its HTML is then the same for every
   * viewer, and is cached on the server.
   */
  component: ComponentType<Props>;
  /** Plain data, as loaders return it. */
  props: Props;
}

/** A part of a page that the server renders once for all viewers, as long as its props stay the same. */
export function CachedMarkup<Props extends object>(props: CachedMarkupProps<Props>) {
  const { as: Element = "div", className, component: Component } = props;
  const renderCached = useContext(RenderCachedContext);
  if (renderCached) {
    const html = renderCached(Component, props.props);
    return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <Element className={className}>
      <Component {...props.props} />
    </Element>
  );
}
