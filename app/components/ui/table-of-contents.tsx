import { clsx } from "clsx";
import type { Section } from "~/services/whitepaper.server";
import { ChevronDownIcon } from "./icons";

/** A table of contents: beside the text on wide screens, otherwise collapsed above it. */
export const TableOfContents = ({ sections }: { sections: readonly Section[] }) => (
  <>
    <details className="group mb-8 rounded border border-line bg-raised lg:hidden print:hidden">
      <summary className="flex min-h-11 items-center justify-between gap-3 px-4 font-medium">
        Contents
        <ChevronDownIcon className="group-open:rotate-180" />
      </summary>
      <nav aria-label="Contents" className="px-4 pb-4">
        <Links sections={sections} />
      </nav>
    </details>
    <aside className="hidden lg:sticky lg:top-20 lg:block lg:max-h-[calc(100vh-6rem)] lg:overflow-y-auto print:hidden">
      <nav aria-labelledby="contents">
        <h2 id="contents" className="mb-2 text-sm font-medium text-muted">
          Contents
        </h2>
        <Links sections={sections} />
      </nav>
    </aside>
  </>
);

const Links = ({ sections }: { sections: readonly Section[] }) => (
  <ol className="border-s border-line text-sm">
    {sections.map(({ id, title, depth }) => (
      <li key={id}>
        <a
          href={`#${id}`}
          className={clsx("contents-link", depth > 2 ? "ps-7 text-muted" : "ps-4")}
        >
          {title}
        </a>
      </li>
    ))}
  </ol>
);
