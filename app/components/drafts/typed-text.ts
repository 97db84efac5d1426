/** Reads the text that the user typed into a form, and writes it back. */
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

/** Writes values into the form's fields, with the input events that typing would fire. */
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
  // For listeners such as the field's character counter.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
