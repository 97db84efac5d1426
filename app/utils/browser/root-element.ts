export const ROOT_ID = "root";

/**
 * The element that holds the page. Without it the document is not ours, or did not arrive whole, and
 * bringing it to life would only break what is there.
 */
export function findRootElement(page: Pick<Document, "getElementById">): HTMLElement {
  const element = page.getElementById(ROOT_ID);
  if (!element) throw new Error("Root element not found");
  return element;
}
