import { ExternalIcon } from "~/components/ui/icons";

/** To the work itself, which is somebody else's: in a new tab, and vouched for by nobody. */
export const SourceLink = ({ article }: { article: { url: string; title: string } }) => (
  <a
    href={article.url}
    target="_blank"
    rel="ugc nofollow noopener"
    className="link inline-flex items-center gap-1.5"
  >
    View Source
    <ExternalIcon className="size-4" />
    <span className="sr-only">of {article.title} (opens in a new tab)</span>
  </a>
);
