import { Link } from "@remix-run/react";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";

interface StayTunedProps {
  title: string;
  /** What will be there. */
  promise: string;
}

/** Links that work today. */
const open = [
  {
    to: "/community",
    title: "Community Articles",
    description: "Read what others found worth passing on, vote it up, and say what you think.",
  },
  {
    to: "/declaration",
    title: "Declaration of Principles",
    description: "What the research here promises, and what it never will.",
  },
] as const;

/** Keeps the place of a screen that is on its way. */
export function StayTuned({ title, promise }: StayTunedProps) {
  return (
    <Page>
      <PageHeader title={title} standfirst={promise} />
      <p className="inline-flex items-center gap-2.5 font-medium">
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
        Stay tuned: this page is being written.
      </p>
      <section aria-labelledby="meanwhile" className="mt-12 border-t border-line pt-5">
        <h2 id="meanwhile" className="text-sm text-muted">
          Open today
        </h2>
        <ul className="mt-1 grid max-w-measure divide-y divide-line">
          {open.map((link) => (
            <li key={link.to} className="group relative grid grid-cols-[1fr_auto] gap-x-6 py-4">
              <div>
                <h3 className="font-display text-xl font-medium">
                  <Link
                    to={link.to}
                    className="group-hover:text-accent after:absolute after:inset-0"
                  >
                    {link.title}
                  </Link>
                </h3>
                <p className="mt-1 text-base text-muted">{link.description}</p>
              </div>
              <ArrowRightIcon className="mt-1 text-muted group-hover:text-accent" />
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
