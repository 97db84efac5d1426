/** Footnotes in Markdown: `[^1]` in the text, and `[^1]: The note.` anywhere. All notes are drawn below the text. */
import type { MarkdownIt, Token } from "markdown-it";
import footnotePlugin from "markdown-it-footnote";

/** Begins the ids in people's texts, so that none of them is an id of the page or shadows a property of `document`. */
export const ANCHOR = "user-content-";

/** The notes of a text in the order of their first references, and the number of these. */
interface Notes {
  list?: { label: string; count: number }[];
}

/** What the plugin attaches to tokens: the label and index of a note, and the index among the references to it. */
interface Note {
  label: string;
  id: number;
  subId: number;
}

const noteOf = (token: Token | undefined) => token!.meta as unknown as Note;
const numberOf = ({ id, subId }: Note) => `${id + 1}${subId ? `:${subId + 1}` : ""}`;

/** Makes a parser read and draw footnotes. */
export function footnotes(parser: MarkdownIt): void {
  parser.use(footnotePlugin);
  // It would read formulae such as 2^[n] as notes.
  parser.inline.ruler.disable("footnote_inline");

  // The plugin leaves out notes that nothing refers to, and all but the last of those with the same label.
  parser.core.ruler.before("footnote_tail", "all_footnotes", ({ env, tokens }) => {
    const notes = env.footnotes as Notes | undefined;
    if (!notes) return;
    const list = (notes.list ??= []);
    const used = new Set(list.map(({ label }) => label));
    const seen = new Set<string>();
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "footnote_reference_open") continue;
      const note = noteOf(token);
      // Labels contain no spaces, so this one is new.
      if (seen.has(note.label)) note.label += ` ${index}`;
      seen.add(note.label);
      if (!used.has(note.label)) list.push({ label: note.label, count: 0 });
    }
  });

  Object.assign(parser.renderer.rules, {
    footnote_ref: (tokens, at) => {
      const note = noteOf(tokens[at]);
      const [target, own] = [`${ANCHOR}fn:${note.id + 1}`, `${ANCHOR}fnref:${numberOf(note)}`];
      return `<sup><a href="#${target}" id="${own}" role="doc-noteref">[${note.id + 1}]</a></sup>`;
    },
    footnote_block_open: () => '<section role="doc-endnotes" aria-label="Notes"><ol>\n',
    footnote_block_close: () => "</ol></section>\n",
    footnote_open: (tokens, at) => `<li id="${ANCHOR}fn:${noteOf(tokens[at]).id + 1}">`,
    footnote_anchor: (tokens, at, _options, env) => {
      const note = noteOf(tokens[at]);
      const { count } = (env!.footnotes as Notes).list![note.id]!;
      if (!count) return "";
      const which = count > 1 ? ` ${note.subId + 1}` : "";
      const target = `${ANCHOR}fnref:${numberOf(note)}`;
      return ` <a href="#${target}" role="doc-backlink" aria-label="Back to the text${which}">↩${which}</a>`;
    },
  } satisfies MarkdownIt["renderer"]["rules"]);
}
