/** Reads XML as strictly as the standard requires. */
import { SaxesParser } from "saxes";

/**
 * Parses a whole document.
 *
 * @returns the texts of all elements with a name, without the texts of their child elements
 * @throws if the text is not a well-formed XML document, namespaces included
 */
export function textsOf(xml: string, name: string): string[] {
  const texts: string[] = [];
  const open: { name: string; text: string }[] = [];
  const add = (text: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += text;
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => open.push({ name: tag.name, text: "" }));
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const closed = open.pop();
    if (closed?.name === name) texts.push(closed.text);
  });
  parser.write(xml).close();
  return texts;
}

/** @throws if a text is not a well-formed XML document, namespaces included */
export const expectWellFormed = (xml: string): void => void textsOf(xml, "");
