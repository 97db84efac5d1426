export const ROOT_ID = "root";

/**
 * The element that contains the app. Without it the document is foreign or truncated, and hydration
 * would only break it.
 */
export function findRootElement(page: Pick<Document, "getElementById">): HTMLElement {
  const element = page.getElementById(ROOT_ID);
  if (!element) throw new Error("Root element not found");
  return element;
}
