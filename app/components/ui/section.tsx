import { clsx } from "clsx";
import type { ReactNode } from "react";

interface SectionProps {
  /** The id of the heading, for links to it. */
  id: string;
  title: ReactNode;
  /** One or two sentences below the heading. */
  standfirst?: ReactNode;
  /** Actions or notices beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
  /** Whether it is the first section of its screen, which needs no space above. */
  isFirst?: boolean;
}

/** The rule at the top of a section, and the space above it. */
const rule = "border-t-2 border-ink pt-4";
const spacing = "mt-16 sm:mt-20";

/** Classes for a section far down a long screen: its layout waits until it is about to be scrolled into view. */
export const lazySection = "lazy-layout [--estimated-height:110rem] lg:[--estimated-height:75rem]";

/** A section whose content has its own headings. */
export const SplitSection = ({ children }: { children: ReactNode }) => (
  <div className={clsx(rule, spacing)}>{children}</div>
);

/** A section of a long screen, below a rule. */
export const Section = (props: SectionProps) => {
  const { id, title, standfirst, actions, children, isFirst = false } = props;
  return (
    <section aria-labelledby={id} className={clsx(rule, !isFirst && spacing)}>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-measure min-w-0">
          <h2 id={id} tabIndex={-1} className="scroll-mt-20 section-title">
            {title}
          </h2>
          {standfirst ? <p className="mt-1.5 text-pretty text-muted">{standfirst}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
};
