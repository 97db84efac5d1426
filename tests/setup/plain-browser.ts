/**
 * A browser without scripts: it reads pages as the standard says, follows links, fills in forms and posts them, and
 * keeps cookies. Links, buttons and fields are found by the names that people see or hear.
 */
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterMap } from "parse5";
import { elementsIn } from "./markup";

type Element = DefaultTreeAdapterMap["element"];
type Parent = DefaultTreeAdapterMap["parentNode"];
type Name = string | RegExp;
/** What to type or choose, by the label or the name of the field; `true` and `false` are for boxes. */
type Entries = Record<string, string | boolean | File>;
type Values = Record<string, string | File>;

const attribute = (element: Element, name: string) =>
  element.attrs.find((candidate) => candidate.name === name)?.value;
const has = (element: Element, name: string) => attribute(element, name) !== undefined;
const is = (element: Element, ...tagNames: string[]) => tagNames.includes(element.tagName);
const isBox = (field: Element) => /^(checkbox|radio)$/.test(attribute(field, "type") ?? "");
const isCalled = (name: Name) => (own: string) =>
  typeof name === "string" ? own === name : name.test(own);
const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text of an element and all its descendants. */
export const textOf = (parent: Parent): string =>
  parent.childNodes
    .map((child) =>
      adapter.isTextNode(child) ? child.value : adapter.isElementNode(child) ? textOf(child) : "",
    )
    .join("");

/** The text that people read, with spaces between blocks. */
function shownText(parent: Parent): string {
  const shown = parent.childNodes.map((child) => {
    if (adapter.isTextNode(child)) return child.value;
    if (!adapter.isElementNode(child) || is(child, "script", "style", "svg")) return "";
    if (attribute(child, "aria-hidden") === "true") return "";
    const isInline = is(child, "a", "b", "bdi", "del", "em", "ins", "mark", "strong", "time");
    return isInline ? shownText(child) : ` ${shownText(child)} `;
  });
  return shown.join("");
}

const closest = (element: Element, ...tagNames: string[]): Element | undefined => {
  const parent = adapter.getParentNode(element);
  if (!parent || !adapter.isElementNode(parent)) return undefined;
  return is(parent, ...tagNames) ? parent : closest(parent, ...tagNames);
};

function valueOf(field: Element): string {
  if (is(field, "textarea")) return textOf(field);
  if (!is(field, "select")) return attribute(field, "value") ?? (isBox(field) ? "on" : "");
  const options = [...elementsIn(field)].filter((element) => is(element, "option"));
  const option = options.find((element) => has(element, "selected")) ?? options[0];
  return option ? (attribute(option, "value") ?? textOf(option)) : "";
}

/** The values of the fields among some elements as a form sends them, without those of buttons. */
export const valuesOf = (elements: Element[]): Record<string, string> =>
  Object.fromEntries(
    elements
      .filter((field) => is(field, "input", "textarea", "select") && has(field, "name"))
      .filter((field) => !has(field, "disabled"))
      .filter((field) => !isBox(field) || has(field, "checked"))
      .map((field) => [attribute(field, "name")!, valueOf(field)]),
  );

/** A part of a page: what is found in it is looked for in it only. */
class Part {
  private found?: Element[];

  constructor(
    readonly root: Parent,
    private readonly whole?: PlainPage,
  ) {}

  get page(): PlainPage {
    return this.whole ?? (this as unknown as PlainPage);
  }
  get elements(): Element[] {
    return (this.found ??= [...elementsIn(this.root)]);
  }
  get text(): string {
    return squeeze(shownText(this.root));
  }
  get(name: string): string | undefined {
    return attribute(this.root as Element, name);
  }

  /** The parts with a tag name, a role or an id, as `#comments`, whose text or label contains a text. */
  all(kind: string, text: Name = ""): Part[] {
    return this.named(kind, (own) =>
      typeof text === "string" ? own.includes(text) : text.test(own),
    );
  }
  part(kind: string, text: Name = ""): Part {
    return this.all(kind, text)[0] ?? this.fail(`${kind} “${text}”`);
  }
  links = (name: Name) => this.named("a", isCalled(name));
  buttons = (name: Name) => this.named("button", isCalled(name));

  follow(name: Name): Promise<PlainPage> {
    const link = this.links(name)[0] ?? this.fail(`link “${name}”`);
    return this.page.browser.open(new URL(link.get("href")!, this.page.url).href);
  }

  /** What a field holds, and what is said about it. */
  field(label: string) {
    const field = this.findField(this.elements, label);
    return {
      value: valueOf(field),
      isChecked: has(field, "checked"),
      isInvalid: attribute(field, "aria-invalid") === "true",
      description: this.textOfIds(attribute(field, "aria-describedby")),
      get: (name: string) => attribute(field, name),
    };
  }

  /** Fills in the form that a button belongs to, and presses the button. */
  press(name: Name, entries: Entries = {}): Promise<PlainPage> {
    const button = this.buttons(name)[0] ?? this.fail(`button “${name}”`);
    return this.submit(button.root as Element, entries);
  }

  /** Fills in the form that a field belongs to, and presses the return key in that field. */
  pressReturn(label: string, entries: Entries = {}): Promise<PlainPage> {
    const form = this.page.formOf(this.findField(this.elements, label));
    const isDefault = (element: Element) =>
      is(element, "button") && attribute(element, "type") !== "button";
    return this.submit(this.page.controlsOf(form).find(isDefault) ?? form!, entries);
  }

  private submit(button: Element, entries: Entries): Promise<PlainPage> {
    const form = is(button, "form") ? button : this.page.formOf(button);
    if (!form || has(button, "disabled")) this.fail(`form and enabled button`);
    const controls = this.page.controlsOf(form);
    const values: Values = valuesOf(controls);
    for (const [label, entry] of Object.entries(entries)) {
      const field = this.findField(controls, label);
      const key = attribute(field, "name")!;
      if (entry === false) delete values[key];
      else if (entry === true) values[key] = valueOf(field);
      else values[key] = typeof entry === "string" ? entry.replace(/\r?\n/g, "\r\n") : entry;
    }
    const isMissing = (field: Element) =>
      has(field, "required") && !values[attribute(field, "name") ?? ""];
    if (!has(form, "novalidate") && controls.some(isMissing)) this.fail("value where required");
    if (has(button, "name")) values[attribute(button, "name")!] = valueOf(button);
    const sent = (what: string) => attribute(button, `form${what}`) ?? attribute(form, what);
    const url = new URL(sent("action") ?? "", this.page.url);
    return this.page.browser.submit(url, sent("method") ?? "get", values, sent("enctype"));
  }

  protected fail(missing: string): never {
    throw new Error(`${this.page.url.href} has no ${missing}: ${this.text.slice(0, 2000)}`);
  }
  private named(kind: string, isNamed: (name: string) => boolean): Part[] {
    const isKind = (element: Element) =>
      [attribute(element, "role"), `#${attribute(element, "id")}`].includes(kind) ||
      is(element, kind);
    return this.elements
      .filter((element) => isKind(element) && this.namesOf(element).some(isNamed))
      .map((element) => new Part(element, this.page));
  }
  /** The label of an element, if it has one, and its text. */
  private namesOf(element: Element): string[] {
    const label =
      attribute(element, "aria-label") ?? this.textOfIds(attribute(element, "aria-labelledby"));
    return [...(label ? [label] : []), squeeze(shownText(element))];
  }
  private textOfIds(ids?: string): string {
    if (!ids) return "";
    const described = ids.split(" ").map((id) => this.page.byId(id));
    return squeeze(described.map((element) => (element ? shownText(element) : "")).join(" "));
  }
  private findField(elements: Element[], label: string): Element {
    const isLabelled = (field: Element) => {
      const [name] = this.namesOf(field);
      const id = attribute(field, "id");
      const own = closest(field, "label") ?? (id ? this.page.labelFor(id) : undefined);
      const text = own ? squeeze(shownText(own)) : name!;
      return [text, attribute(field, "name")].includes(label) || text === `${label} (optional)`;
    };
    const fields = elements.filter((element) => is(element, "input", "textarea", "select"));
    return fields.find(isLabelled) ?? this.fail(`field “${label}”`);
  }
}
export class PlainPage extends Part {
  constructor(
    readonly browser: PlainBrowser,
    readonly status: number,
    readonly url: URL,
    html: string,
    /** What is wrong with its HTML, as codes of the standard. */
    readonly mistakes: string[] = [],
  ) {
    super(
      parse(html, { onParseError: ({ code }) => mistakes.push(code), scriptingEnabled: false }),
    );
  }
  get path(): string {
    return this.url.pathname + this.url.search;
  }
  /** The text of each element. */
  get texts(): Set<string> {
    return new Set(this.elements.map(textOf));
  }
  formOf(control: Element): Element | undefined {
    const id = attribute(control, "form");
    return id === undefined ? closest(control, "form") : this.byId(id);
  }
  controlsOf = (form?: Element) => this.elements.filter((control) => this.formOf(control) === form);
  byId = (id: string) => this.elements.find((element) => attribute(element, "id") === id);
  labelFor = (id?: string) =>
    this.elements.find((element) => is(element, "label") && attribute(element, "for") === id);
}

/** A visitor with cookies of their own, who follows redirects as a browser does. */
export class PlainBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly origin: string,
    cookie = "",
  ) {
    if (cookie) this.keep(cookie);
  }

  open(path: string): Promise<PlainPage> {
    return this.request(new URL(path, this.origin), {});
  }

  submit(url: URL, method: string, values: Values, type?: string): Promise<PlainPage> {
    const body = type === "multipart/form-data" ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(values)) body.set(name, value as string);
    if (method.toLowerCase() === "post")
      return this.request(url, { method: "POST", body, headers: { Origin: this.origin } });
    url.search = body.toString();
    return this.request(url, {});
  }

  private keep(header: string): void {
    const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(header) ?? [];
    if (/;\s*max-age=0/i.test(header) || !value) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  private async request(url: URL, init: RequestInit): Promise<PlainPage> {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    // The views of programs are not counted.
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const headers = { "User-Agent": agent, ...init.headers, ...(cookie ? { Cookie: cookie } : {}) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const header of response.headers.getSetCookie()) this.keep(header);
    const html = await response.text();
    const location = response.headers.get("Location");
    if (!location || response.status >= 400) return new PlainPage(this, response.status, url, html);
    if (response.status > 303) return this.request(new URL(location, url), init);
    return this.request(new URL(location, url), {});
  }
}
