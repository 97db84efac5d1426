/** What is typed into a form, read from it and put back into it. */
import type { TypedText } from "~/utils/browser/kept-text";

/** @returns the values of the named fields */
export function readTyped(form: HTMLFormElement, names: readonly string[]): TypedText {
  const data = new FormData(form);
  return Object.fromEntries(
    names.map((name) => {
      const value = data.get(name);
      return [name, typeof value === "string" ? value : ""];
    }),
  );
}

/** Puts values into the fields, as if they had been typed. */
export function writeTyped(form: HTMLFormElement, text: TypedText): void {
  for (const [name, value] of Object.entries(text)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = value;
    else if (isTextField(field)) setValue(field, value);
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTextField = (field: Element | null): field is TextField =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;

function setValue(field: TextField, value: string): void {
  if (field.value === value) return;
  field.value = value;
  // For the counter below it, and whoever else listens.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
