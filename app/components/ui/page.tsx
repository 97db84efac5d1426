import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Crumb } from "~/utils/seo/structured-data";
import { Crumbs } from "./crumbs";
import { groundColor } from "./topic-colors";

interface PageProps {
  children: ReactNode;
  /** `reading`: a single column at a comfortable line length. */
  width?: "full" | "reading";
  className?: string;
}

export const Page = ({ children, width = "full", className }: PageProps) => (
  <div className={clsx("page", width === "reading" ? "max-w-reading" : "max-w-page", className)}>
    {children}
  </div>
);

/** Shown in its place while it has the focus: leads past a form to an element with `tabIndex={-1}`. */
export const SkipLink = ({ to, children }: { to: `#${string}`; children: ReactNode }) => (
  <a
    href={to}
    className="sr-only rounded bg-accent font-medium text-on-accent focus:not-sr-only focus:mb-3 focus:inline-block focus:px-4 focus:py-3 print:hidden"
  >
    {children}
  </a>
);

interface PageHeaderProps {
  /** The pages above this one. */
  trail?: readonly Crumb[];
  /** A word or two above the title, which tell pages with the same title apart. */
  kicker?: string;
  title: ReactNode;
  standfirst?: ReactNode;
  /** The slug of a topic: draws a thin rule in its colour above the title. */
  topic?: string;
  actions?: ReactNode;
  className?: string;
}

export function PageHeader(props: PageHeaderProps) {
  const { trail, kicker, title, standfirst, topic, actions, className } = props;
  return (
    <header className={clsx("pt-10 pb-8 sm:pt-14 sm:pb-10", className)}>
      {topic ? <div aria-hidden="true" className={clsx("mb-6 h-0.5", groundColor(topic))} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-measure min-w-0">
          {trail ? <Crumbs trail={trail} /> : null}
          {kicker ? <p className="mb-2 text-base font-medium text-accent">{kicker}</p> : null}
          <h1 className="page-title">{title}</h1>
          {standfirst ? (
            <p className="mt-4 font-display text-lg text-balance text-muted sm:text-xl">
              {standfirst}
            </p>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
      </div>
    </header>
  );
}

interface SectionProps {
  /** The id of the heading, for links to it. */
  id: string;
  title: ReactNode;
  standfirst?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Whether it is the first section of its screen, which needs no space above. */
  isFirst?: boolean;
}

const rule = "border-t-2 border-ink pt-4";
const spacing = "mt-16 sm:mt-20";

/** Classes for a section far down a long screen: its layout waits until it is about to be scrolled into view. */
export const lazySection = "lazy-layout [--estimated-height:110rem] lg:[--estimated-height:75rem]";

/** A section whose content has its own headings. */
export const SplitSection = ({ children }: { children: ReactNode }) => (
  <div className={clsx(rule, spacing)}>{children}</div>
);

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

interface ProseProps {
  /** HTML rendered and sanitised by `renderMarkdown` on the server; nothing else may be passed. */
  html: string;
  className?: string;
}

export const Prose = ({ html, className }: ProseProps) => (
  <div className={clsx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />
);
