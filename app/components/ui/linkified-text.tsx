import { clsx } from "clsx";
import type { TextLinkSegment, TextSegment } from "~/domain/text-segments";
import { TextLink } from "./link";

interface LinkifiedTextProps {
  /** From `linkify`; line breaks are kept and markup is escaped. */
  segments: readonly TextSegment[];
  id?: string;
  className?: string;
}

export const LinkifiedText = ({ segments, id, className }: LinkifiedTextProps) => (
  <p id={id} dir="auto" className={clsx("typed-lines wrap-anywhere", className)}>
    <Segments segments={segments} />
  </p>
);

/** A text with its links, without an element around it. */
export const Segments = ({ segments }: Pick<LinkifiedTextProps, "segments">) =>
  segments.map((segment, index) => {
    if (typeof segment === "string") return segment;
    const { href, text } = segment;
    const shown = href === undefined ? text : <SegmentLink key={index} href={href} text={text} />;
    if (!("mark" in segment)) return shown;
    return (
      <mark
        key={index}
        id={segment.isFirst ? `mark-${segment.mark}` : undefined}
        className="scroll-mt-24"
      >
        {shown}
      </mark>
    );
  });

const SegmentLink = ({ href, text }: TextLinkSegment) =>
  href.startsWith("/") ? (
    <TextLink to={href}>{text}</TextLink>
  ) : (
    <a href={href} rel="ugc nofollow noopener" className="link">
      {text}
    </a>
  );
