import { LinkifyIt } from "linkify-it";
import { Fragment, type ReactNode } from "react";
import { cx } from "~/utils/cx";

// Only addresses written out in full, and only of pages.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

/** The pieces of a text: words as they are, addresses as links. */
function pieces(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of linkify.match(text) ?? []) {
    nodes.push(text.slice(end, index));
    nodes.push(
      <a key={index} href={url} rel="ugc nofollow noopener" className="link wrap-anywhere">
        {text.slice(index, lastIndex)}
      </a>,
    );
    end = lastIndex;
  }
  nodes.push(text.slice(end));
  return nodes;
}

interface LinkedTextProps {
  /** Plain text: line breaks are kept, markup is only ever text. */
  text: string;
  className?: string;
}

export const LinkedText = ({ text, className }: LinkedTextProps) => (
  <p className={cx("whitespace-pre-line", className)}>
    {pieces(text).map((piece, index) => (
      <Fragment key={index}>{piece}</Fragment>
    ))}
  </p>
);
