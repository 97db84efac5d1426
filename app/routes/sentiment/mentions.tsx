import { DataTable } from "~/components/track-record/data-table";
import { Pagination } from "~/components/ui/pagination";
import { TabLinks } from "~/components/ui/tab-links";
import { KEPT_PER_AUTHOR } from "~/domain/sentiment/recent-mentions";
import { formatDayOfMonth, formatHour } from "~/utils/dates";
import { figure, formatNumber, plural } from "~/utils/format";
import { mentionsAddress } from "./paths";
import { FOUR } from "./number-format";
import type { SerializedMention } from "./shown-mention";

interface MentionCount {
  token: string;
  mentionCount: number;
  /** How many of them are not listed. */
  unlisted: number;
}

interface MentionsProps {
  /** The recommendation's. */
  id: string;
  /** How often each token was mentioned. */
  counts: readonly MentionCount[];
  /** The one whose mentions are shown, or all. */
  token: string | null;
  page: number;
  pages: number;
  rows: readonly SerializedMention[];
}

/** The mentions themselves, page by page, of all tokens or of one. */
export function Mentions({ id, counts, token, page, pages, rows }: MentionsProps) {
  if (!counts.length) return null;
  const of = token ?? undefined;
  const chosen = counts.filter((counted) => token === null || counted.token === token);
  const shown = chosen.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  const unlisted = chosen.reduce((sum, counted) => sum + counted.unlisted, 0);
  return (
    <section id="mentions" aria-labelledby="mentions-heading" className="mt-16 scroll-mt-20">
      <h2 id="mentions-heading" className="font-display text-2xl font-medium">
        The mentions <span className="text-muted tabular-nums">({formatNumber(shown)})</span>
      </h2>
      <p className="mt-2 max-w-measure text-base text-muted">
        The mentions that were read, token after token. To check a token’s S, add up w·p and w of
        those that were counted. Times are UTC; authors are told apart by the end of their id.
        {unlisted ? (
          <>
            {" "}
            Of each author the newest {KEPT_PER_AUTHOR} about a token are listed:{" "}
            {plural(unlisted, "earlier mention")} {unlisted === 1 ? "is" : "are"} in the number
            above and in no sum.
          </>
        ) : null}
      </p>
      <TabLinks
        label="Mentions of"
        className="mt-5 mb-5 print:hidden"
        tabs={[
          { to: mentionsAddress(id, {}), label: "All", current: token === null },
          ...counts.map((counted) => ({
            to: mentionsAddress(id, { token: counted.token }),
            label: (
              <>
                {counted.token}
                <span className="text-muted tabular-nums">
                  {formatNumber(counted.mentionCount)}
                </span>
              </>
            ),
            current: counted.token === token,
          })),
        ]}
      />
      <DataTable
        caption={pages > 1 ? `Page ${formatNumber(page)} of ${formatNumber(pages)}` : "Mentions"}
        hasHiddenCaption={pages === 1}
        rows={rows}
        keyOf={(mention) => mention.id}
        columns={[
          { label: "Document", isText: true, cell: (mention) => <Document {...mention} /> },
          { label: "Token", isText: true, cell: (mention) => mention.token },
          {
            label: "Author",
            isText: true,
            cell: ({ author }) => <span className="font-mono">{author}</span>,
          },
          { label: "Weight, w", cell: ({ weight }) => figure(weight, FOUR) },
          { label: "Score, p", cell: ({ p }) => figure(p, { ...FOUR, isSigned: true }) },
          {
            label: "w·p",
            cell: ({ weight, p }) => figure(weight * p, { ...FOUR, isSigned: true }),
          },
          {
            label: "Counted",
            isText: true,
            cell: ({ isCounted }) =>
              isCounted ? "counted" : <span className="text-muted">not counted</span>,
          },
        ]}
      />
      <Pagination
        label="Pages of mentions"
        previous={page > 1 ? mentionsAddress(id, { token: of, page: page - 1 }) : null}
        next={page < pages ? mentionsAddress(id, { token: of, page: page + 1 }) : null}
      />
    </section>
  );
}

const kinds: Record<SerializedMention["kind"], string> = {
  article: "Article",
  comment: "Comment",
  review: "Review",
  outside: "Outside",
};

const formatMoment = (date: Date) => `${formatDayOfMonth(date)}, ${formatHour(date)}`;

/** What it is, leading to it where it still is, and when it was written. */
const Document = ({ kind, link, createdAt }: SerializedMention) => (
  <>
    {link ? (
      // By the browser and not by the router: it opens what hides the place that an address names.
      <a
        href={link}
        rel={link.startsWith("/") ? undefined : "ugc nofollow noopener"}
        className="link"
      >
        {kinds[kind]}
      </a>
    ) : (
      kinds[kind]
    )}{" "}
    <time dateTime={createdAt} className="block whitespace-nowrap text-muted sm:inline">
      {formatMoment(new Date(createdAt))}
    </time>
  </>
);
