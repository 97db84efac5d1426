import { useActionData } from "@remix-run/react";
import type { FormIntent } from "./form-messages";
import type { FormResult } from "./form-result";

/**
 * @param item the value of the form's `itemField`, if each item of a list has a form with this intent
 * @returns the action's last result for one of the page's forms; `undefined` if the last post was another form
 */
export function useResultOf(intent: FormIntent, item?: string): FormResult | undefined {
  const result = useActionData<FormResult>();
  if (result?.intent !== intent) return undefined;
  return item === undefined || result.item === item ? result : undefined;
}
