import { useActionData } from "@remix-run/react";
import type { FormIntent, FormResult } from "./form-result";

/** @returns what the page's action last said of one of its forms */
export function useResultOf(intent: FormIntent): FormResult | undefined {
  const result = useActionData<FormResult>();
  return result?.intent === intent ? result : undefined;
}
