import { ArrowRightIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { fixedMeta } from "~/utils/seo/meta";

const title = "Stay Tuned";
const description = "More of this site is on its way. This is what is already open.";

export const meta = fixedMeta({ title, description, path: "/stay-tuned", hidden: true });

const availablePages = [
  {
    to: "/community",
    title: "Community Articles",
    description: "Read what others recommend, upvote it and join the discussion.",
  },
  {
    to: "/declaration",
    title: "Declaration of Principles",
    description: "What the research here promises, and what it never will.",
  },
] as const;

/** A placeholder for screens that do not exist yet. */
export default function StayTuned() {
  return (
    <Page>
      <PageHeader title={title} standfirst={description} />
      <p className="inline-flex items-center gap-2.5 font-medium">
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
        Stay tuned: this page is being written.
      </p>
      <section aria-labelledby="meanwhile" className="mt-12 border-t border-line pt-5">
        <h2 id="meanwhile" className="text-sm text-muted">
          Open today
        </h2>
        <ul className="mt-1 grid max-w-measure divide-y divide-line">
          {availablePages.map((link) => (
            <li key={link.to} className="group relative grid grid-cols-[1fr_auto] gap-x-6 py-4">
              <div>
                <h3 className="font-display text-xl font-medium">
                  <Link to={link.to} className="card-link">
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
