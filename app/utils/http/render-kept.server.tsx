import { LRUCache } from "lru-cache";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { RenderKept } from "../kept-markup";

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(component: object): number {
  const number = numbers.get(component) ?? (lastNumber += 1);
  numbers.set(component, number);
  return number;
}

/** By component and props, up to some megabytes. */
const rendered = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  // What renders nothing takes some room as well.
  sizeCalculation: (html, key) => html.length + key.length + 1,
});

/**
 * The HTML of a component for its props. It is looked up by all that the component gets, so that it can never
 * be out of date.
 *
 * @throws what the component throws, also for using a context that it cannot have here
 */
export const renderKept: RenderKept = (component, props) => {
  const key = `${numberOf(component)} ${JSON.stringify(props)}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const html = inOnePiece(renderToString(element(component, props)));
  rendered.set(key, html);
  return html;
};

/** React puts a string together of thousands of parts, which would be gone through again with each document. */
const inOnePiece = (text: string): string => Buffer.from(text).toString();

const element = <Props extends object>(Component: ComponentType<Props>, props: Props) => (
  <Component {...props} />
);
