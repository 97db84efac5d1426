import { useEffect, useRef } from "react";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox]), [role=textbox]"));

/**
 * Lets keys move between the cases of a list, select and open them; not while somebody types.
 * @returns the ref of the list, whose items each have a checkbox and a link
 */
export function useCaseKeys() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const items = Array.from(list.current?.children ?? []);
      const at = items.findIndex((item) => item.contains(document.activeElement));
      const focusOn = (item: Element | undefined) =>
        item?.querySelector<HTMLElement>("input:not(:disabled), a")?.focus();
      if (event.key === "j") focusOn(items[Math.min(at + 1, items.length - 1)]);
      else if (event.key === "k") focusOn(items[Math.max(at - 1, 0)]);
      else if (event.key === "x") items[at]?.querySelector<HTMLInputElement>("input")?.click();
      else if (event.key === "o") items[at]?.querySelector<HTMLAnchorElement>("h2 a")?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, []);
  return list;
}
