/** A browser without scripts: it reads pages as the standard says, fills in their forms and posts them. */
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterMap } from "parse5";
import { elementsIn } from "./markup";

type Element = DefaultTreeAdapterMap["element"];
type Parent = DefaultTreeAdapterMap["parentNode"];

/** A page that was opened. */
export interface PlainPage {
  status: number;
  url: URL;
  elements: Element[];
  /** What is wrong with its HTML, as codes of the standard. */
  mistakes: string[];
  /** The text of each of its elements. */
  texts: Set<string>;
}

const attribute = (element: Element, name: string) =>
  element.attrs.find((candidate) => candidate.name === name)?.value;

/** The text of an element and all its descendants. */
export const textOf = (parent: Parent): string =>
  parent.childNodes
    .map((child) =>
      adapter.isTextNode(child) ? child.value : adapter.isElementNode(child) ? textOf(child) : "",
    )
    .join("");

/** A visitor with a cookie of their own, who follows redirects as a browser does. */
export class PlainBrowser {
  constructor(
    private readonly origin: string,
    private readonly cookie = "",
  ) {}

  open(path: string): Promise<PlainPage> {
    return this.request(new URL(path, this.origin), {});
  }

  /**
   * Fills in the form that has a button or a hidden field with this intent, and presses the button.
   *
   * @throws if the page has no such form, or if the form has no field of a given name
   */
  submit(
    page: PlainPage,
    intent: string,
    fields: Record<string, string>,
    action = "",
  ): Promise<PlainPage> {
    const form = page.elements.find(
      (element) =>
        element.tagName === "form" &&
        (attribute(element, "action") ?? "").includes(action) &&
        fieldsIn(element).some(
          (field) => attribute(field, "name") === "intent" && attribute(field, "value") === intent,
        ),
    );
    if (!form) throw new Error(`${page.url.href} has no form for ${intent}`);
    const body = new URLSearchParams({ ...valuesOf(form), intent });
    for (const [name, value] of Object.entries(fields)) {
      if (!body.has(name)) throw new Error(`the form for ${intent} has no field ${name}`);
      body.set(name, value);
    }
    const url = new URL(attribute(form, "action") ?? "", page.url);
    return this.request(url, { method: "POST", body, headers: { Origin: this.origin } });
  }

  private async request(url: URL, init: RequestInit): Promise<PlainPage> {
    const headers = { ...init.headers, ...(this.cookie ? { Cookie: this.cookie } : {}) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    const body = await response.text();
    const location = response.headers.get("Location");
    if (location && response.status < 400) return this.request(new URL(location, url), {});
    const mistakes: string[] = [];
    const tree = parse(body, { onParseError: ({ code }) => mistakes.push(code) });
    const elements = [...elementsIn(tree)];
    return {
      status: response.status,
      url,
      elements,
      mistakes,
      texts: new Set(elements.map(textOf)),
    };
  }
}

const fieldsIn = (form: Element): Element[] =>
  [...elementsIn(form)].filter(({ tagName }) =>
    ["input", "textarea", "select", "button"].includes(tagName),
  );

/** The values of a form as it stands, without those of its buttons. */
export function valuesOf(form: Element): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of fieldsIn(form)) {
    const name = attribute(field, "name");
    if (!name || field.tagName === "button") continue;
    const isBox = /^(checkbox|radio)$/.test(attribute(field, "type") ?? "");
    if (isBox && attribute(field, "checked") === undefined) continue;
    values[name] = valueOf(field);
  }
  return values;
}

function valueOf(field: Element): string {
  if (field.tagName === "textarea") return textOf(field);
  if (field.tagName !== "select") return attribute(field, "value") ?? "";
  const options = [...elementsIn(field)].filter(({ tagName }) => tagName === "option");
  const chosen = options.find((option) => attribute(option, "selected") !== undefined);
  const option = chosen ?? options[0];
  return option ? (attribute(option, "value") ?? textOf(option)) : "";
}
