import { LRUCache } from "lru-cache";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { RenderCached } from "../cached-markup";

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(component: object): number {
  const number = numbers.get(component) ?? (lastNumber += 1);
  numbers.set(component, number);
  return number;
}

/** The HTML of components, by component and props; up to about 8 MB. */
const renderedHtml = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  // An entry takes some memory even if its HTML is empty.
  sizeCalculation: (html, key) => html.length + key.length + 1,
});

/**
 * Renders a component to HTML, cached by its props. The cache key contains everything that the component receives, so
 * that the HTML is never stale.
 *
 * @throws the component's error, for example if it uses a context, which is not provided here
 */
export const renderCached: RenderCached = (component, props) => {
  const key = `${numberOf(component)} ${JSON.stringify(props)}`;
  const known = renderedHtml.get(key);
  if (known !== undefined) return known;
  const html = flatten(renderToString(element(component, props)));
  renderedHtml.set(key, html);
  return html;
};

/** Flattens React's string, which is concatenated from thousands of parts that each document would traverse again. */
const flatten = (text: string): string => Buffer.from(text).toString();

const element = <Props extends object>(Component: ComponentType<Props>, props: Props) => (
  <Component {...props} />
);
