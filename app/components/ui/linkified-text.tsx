import { clsx } from "clsx";
import type { TextSegment } from "~/domain/text-segments";

interface LinkifiedTextProps {
  /** From `linkify`; line breaks are kept and markup is escaped. */
  segments: readonly TextSegment[];
  id?: string;
  className?: string;
}

export const LinkifiedText = ({ segments, id, className }: LinkifiedTextProps) => (
  <p id={id} dir="auto" className={clsx("typed-lines wrap-anywhere", className)}>
    {segments.map((segment, index) =>
      typeof segment === "string" ? (
        segment
      ) : (
        <a key={index} href={segment.href} rel="ugc nofollow noopener" className="link">
          {segment.text}
        </a>
      ),
    )}
  </p>
);
