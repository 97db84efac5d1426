import { createElement, useRef, type FormEvent, type ReactNode } from "react";

/** Around a text area: offers names of people once an `@` is typed. Without scripts it is only an element. */
export function NameSuggestions({ children }: { children: ReactNode }) {
  const expander = useRef<HTMLElement>(null);
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLTextAreaElement) || !target.value.includes("@")) return;
    import("~/utils/browser/suggest-names").then(
      ({ suggestNames }) => expander.current && suggestNames(expander.current),
      // Names can be typed without it.
      () => {},
    );
  };
  return createElement(
    "text-expander",
    { ref: expander, keys: "@", class: "block", onInput },
    children,
  );
}
