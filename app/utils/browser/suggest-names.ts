/** The list of names while typing. Loaded when somebody first types an `@`. */
import TextExpanderElement, { type TextExpanderResult } from "@github/text-expander-element";

const SHORTEST_PREFIX = /^[a-z0-9]{2,20}$/i;
const MAX_SHOWN = 8;
/** So that fast typing asks once. */
const PAUSE_MS = 150;

const prepared = new WeakSet<HTMLElement>();

/** Makes a `<text-expander keys="@">` offer names of people for the text area in it. Repeating it has no effect. */
export function suggestNames(expander: HTMLElement): void {
  if (prepared.has(expander) || !(expander instanceof TextExpanderElement)) return;
  prepared.add(expander);
  let newest = "";
  const suggest = async (prefix: string): Promise<TextExpanderResult> => {
    newest = prefix;
    if (!SHORTEST_PREFIX.test(prefix)) return { matched: false };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const names = prefix === newest ? await findNames(prefix) : [];
    // What was typed since has a list of its own, which this must not close.
    if (prefix !== newest) return new Promise(() => {});
    return names.length ? { matched: true, fragment: listOf(names) } : { matched: false };
  };
  const list = () => expander.querySelector<HTMLElement>("[role=listbox]");
  expander.addEventListener("text-expander-change", (event) => {
    const { provide, text } = (event as CustomEvent).detail;
    provide(suggest(text));
  });
  expander.addEventListener("text-expander-value", (event) => {
    const { detail } = event as CustomEvent;
    detail.value = `@${detail.item.textContent}`;
  });
  expander.addEventListener("text-expander-committed", (event) => {
    // So that the form notices the change.
    (event as CustomEvent).detail.input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expander.addEventListener("text-expander-activate", () => {
    // Cards clip what stands out of them, unless it is in the top layer.
    list()?.showPopover?.();
    // Once the element has placed the list at the name.
    queueMicrotask(() => {
      keepInView(list());
      // A text area may not have the role of a combobox. As a text field it has an active option all the same.
      const input = expander.querySelector("textarea");
      for (const name of ["role", "aria-expanded"]) input?.removeAttribute(name);
    });
  });
  addEventListener("scroll", () => expander.dismiss());
}

/** @returns names that begin with a prefix: of people whom the page shows, then of others */
async function findNames(prefix: string): Promise<string[]> {
  const start = prefix.toLowerCase();
  const shown = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/people/"]')]
    .map((link) => link.pathname.split("/")[2] ?? "")
    .filter((name) => name.toLowerCase().startsWith(start));
  const others = await askForNames(prefix).catch(() => []);
  return [...new Set([...shown, ...others])].slice(0, MAX_SHOWN);
}

async function askForNames(prefix: string): Promise<string[]> {
  const response = await fetch(`/community/names?${new URLSearchParams({ prefix })}`);
  return response.ok ? ((await response.json()) as string[]) : [];
}

function listOf(names: readonly string[]): HTMLElement {
  const list = document.createElement("ul");
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "People");
  list.setAttribute("popover", "manual");
  list.className = "name-list";
  names.forEach((name, index) => {
    const option = document.createElement("li");
    option.setAttribute("role", "option");
    option.id = `suggested-name-${index}`;
    option.textContent = name;
    list.append(option);
  });
  return list;
}

const MARGIN = 8;

/** Moves a list that stands out of the window to the left, or above what is typed. */
function keepInView(list: HTMLElement | null): void {
  if (!list) return;
  const { left, top, width, height } = list.getBoundingClientRect();
  const furthest = document.documentElement.clientWidth - width - MARGIN;
  list.style.left = `${Math.max(MARGIN, Math.min(left, furthest))}px`;
  const input = list.parentElement?.querySelector("textarea");
  if (!input || top + height <= innerHeight) return;
  const line = parseFloat(getComputedStyle(input).lineHeight) || 24;
  const lowest = innerHeight - height - MARGIN;
  list.style.top = `${Math.max(MARGIN, Math.min(top - height - line, lowest))}px`;
}
