import { clsx } from "clsx";
import type { ReactNode } from "react";

interface SectionProps {
  /** Of the heading, for links to it. */
  id: string;
  title: ReactNode;
  /** The sentence or two under the heading. */
  standfirst?: ReactNode;
  /** What can be done here, or what is to be known first, beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
  /** The first on its screen, which needs less room above it. */
  isFirst?: boolean;
}

/** Where a part of a long screen begins: a rule, and room above it. */
const rule = "border-t-2 border-ink pt-4";
const apart = "mt-16 sm:mt-20";

/** A part of a long screen that has a heading of its own already. */
export const SplitSection = ({ children }: { children: ReactNode }) => (
  <div className={clsx(rule, apart)}>{children}</div>
);

/** A part of a long screen, under a rule of its own. */
export const Section = (props: SectionProps) => {
  const { id, title, standfirst, actions, children, isFirst = false } = props;
  return (
    <section aria-labelledby={id} className={clsx(rule, !isFirst && apart)}>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-measure min-w-0">
          <h2 id={id} tabIndex={-1} className="scroll-mt-20 font-display text-2xl font-medium">
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
