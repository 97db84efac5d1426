/** Elements whose text runs in the direction of its first letter that has one. */
const BLOCKS = new Set(["p", "h2", "h3", "h4", "h5", "h6", "li", "blockquote", "th", "td"]);
/** Any tag; in our HTML, the values of attributes are in double quotes. */
const TAG = /<([a-z][a-z0-9]*)(?=[\s>])(?:[^">]|"[^"]*")*/g;

/** @returns HTML by `renderMarkdown`, in which each block finds its own direction, and code runs from left to right */
export const withDirections = (html: string): string =>
  html.replaceAll(TAG, (tag, name: string) => {
    if (name === "pre") return `${tag} dir="ltr"`;
    return BLOCKS.has(name) ? `${tag} dir="auto"` : tag;
  });
