import { clsx } from "clsx";
import type { TextSegment } from "~/utils/linkify";

interface LinkedPiecesProps {
  /** Of plain text: line breaks are kept, markup is only ever text. */
  pieces: readonly TextSegment[];
  className?: string;
}

/** A text with its addresses as links, as `linkedPieces` found them. */
export const LinkifiedText = ({ pieces, className }: LinkedPiecesProps) => (
  <p className={clsx("whitespace-pre-line wrap-anywhere", className)}>
    {pieces.map((piece, index) =>
      typeof piece === "string" ? (
        piece
      ) : (
        <a key={index} href={piece.href} rel="ugc nofollow noopener" className="link">
          {piece.text}
        </a>
      ),
    )}
  </p>
);
