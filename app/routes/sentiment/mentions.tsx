import { DataTable } from "~/components/track-record/data-table";
import { Pagination, TabLinks } from "~/components/ui/list";
import { KEPT_PER_AUTHOR } from "~/domain/sentiment/recent-mentions";
import type { SerializedMention } from "~/presenters/mentions";
import type { MentionsQuery } from "~/schemas/sentiment";
import { formatDayOfMonth, formatHour } from "~/utils/dates";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR_DECIMALS } from "./number-format";

interface MentionCount {
  token: string;
  mentionCount: number;
  unlisted: number;
}

interface MentionsProps {
  id: string;
  counts: readonly MentionCount[];
  /** The selected token, or `null` for all. */
  token: string | null;
  page: number;
  pages: number;
  rows: readonly SerializedMention[];
}

export function Mentions({ id, counts, token, page, pages, rows }: MentionsProps) {
  if (!counts.length) return null;
  const selected = token ?? undefined;
  const selectedCounts = counts.filter((count) => token === null || count.token === token);
  const total = selectedCounts.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  const unlisted = selectedCounts.reduce((sum, count) => sum + count.unlisted, 0);
  return (
    <section id="mentions" aria-labelledby="mentions-heading" className="mt-16 scroll-mt-20">
      <h2 id="mentions-heading" className="section-title">
        The mentions <span className="text-muted tabular-nums">({formatNumber(total)})</span>
      </h2>
      <p className="mt-2 max-w-measure text-base text-muted">
        All mentions, grouped by token. To check a token’s score S, compute the mean a of each
        author from the counted mentions, and weight it by v, which follows from the author’s trust
        t. Times are UTC; authors are identified by the last characters of their id.
        {unlisted ? (
          <>
            {" "}
            Only each author’s newest {KEPT_PER_AUTHOR} mentions of a token are listed:{" "}
            {plural(unlisted, "earlier mention")} {unlisted === 1 ? "counts" : "count"} towards the
            number above but not towards any sum.
          </>
        ) : null}
      </p>
      <TabLinks
        label="Mentions by token"
        className="mt-5 mb-5 print:hidden"
        tabs={[
          { to: mentionsPath(id, {}), label: "All", current: token === null },
          ...counts.map((count) => ({
            to: mentionsPath(id, { token: count.token }),
            label: (
              <>
                {count.token}
                <span className="text-muted tabular-nums">{formatNumber(count.mentionCount)}</span>
              </>
            ),
            current: count.token === token,
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
          { label: "Trust, t", cell: ({ trust }) => figure(trust, FOUR_DECIMALS) },
          { label: "Weight, w", cell: ({ weight }) => figure(weight, FOUR_DECIMALS) },
          { label: "Score, p", cell: ({ p }) => figure(p, { ...FOUR_DECIMALS, isSigned: true }) },
          {
            label: "w·p",
            cell: ({ weight, p }) => figure(weight * p, { ...FOUR_DECIMALS, isSigned: true }),
          },
          {
            label: "Counted",
            isText: true,
            cell: ({ isCounted, isCopy }) =>
              isCounted ? (
                "counted"
              ) : (
                <span className="text-muted">{isCopy ? "near-copy" : "not counted"}</span>
              ),
          },
        ]}
      />
      <Pagination
        label="Pages of mentions"
        previous={page > 1 ? mentionsPath(id, { token: selected, page: page - 1 }) : null}
        next={page < pages ? mentionsPath(id, { token: selected, page: page + 1 }) : null}
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

/** The kind of document, linked if it still exists, and its date. */
const Document = ({ kind, link, createdAt }: SerializedMention) => (
  <>
    {link ? (
      // A plain anchor, because client-side navigation does not open collapsed content that a fragment names.
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

function mentionsPath(id: string, { token, page }: Partial<MentionsQuery>): string {
  const query = new URLSearchParams({
    ...(token ? { token } : {}),
    ...(page && page > 1 ? { page: String(page) } : {}),
  });
  return `/sentiment/${id}${query.size ? `?${query}` : ""}#mentions`;
}
