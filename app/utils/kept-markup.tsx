import { createContext, useContext, type ComponentType } from "react";

/** Renders a component to HTML, or knows what it was rendered to with the same props. */
export type RenderKept = <Props extends object>(
  component: ComponentType<Props>,
  props: Props,
) => string;

const RenderKeptContext = createContext<RenderKept | null>(null);

/** On the server, how kept markup is rendered. Without it everything is rendered each time. */
export const KeptMarkupProvider = RenderKeptContext.Provider;

interface KeptMarkupProps<Props extends object> {
  /** What the markup stands in. */
  as?: "div" | "li";
  className?: string;
  /**
   * Depends on its props alone: it uses no context, no `useId` and no clock. Its HTML is then the same for
   * everyone, and is kept on the server.
   */
  component: ComponentType<Props>;
  /** Plain data, as loaders return it. */
  props: Props;
}

/** A part of a page that the server renders once for all who see it, as long as its data stay the same. */
export function KeptMarkup<Props extends object>(props: KeptMarkupProps<Props>) {
  const { as: Element = "div", className, component: Component } = props;
  const renderKept = useContext(RenderKeptContext);
  if (renderKept) {
    const html = renderKept(Component, props.props);
    return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <Element className={className}>
      <Component {...props.props} />
    </Element>
  );
}
