import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonClass } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState, TabLinks } from "~/components/ui/list";
import { FormAlert } from "~/components/ui/form";
import { ExternalIcon } from "~/components/ui/icons";
import { Page, PageHeader, Prose } from "~/components/ui/page";
import { TableOfContents } from "~/components/ui/table-of-contents";
import { PdfViewer } from "./pdf-viewer";
import { readWhitepaper } from "~/services/whitepaper.server";
import { orFallback } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { contentPageData } from "~/utils/seo/structured-data";

const PDF = "/api/whitepaper.pdf";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const view = new URL(request.url).searchParams.get("view") === "pdf" ? "pdf" : "html";
  const paper = await orFallback(context, readWhitepaper(), "the whitepaper", null);
  if (!paper) return data({ view, paper: null } as const, { status: 503 });
  // The PDF view does not need the HTML.
  return { view, paper: view === "pdf" ? { ...paper, html: null } : paper } as const;
}

export default function WhitepaperPage() {
  const { view, paper } = useLoaderData<typeof loader>();
  const title = paper?.title ?? "Whitepaper";
  return (
    <Page>
      <PageHeader title={title} />
      {paper ? <PaperDetails {...paper} /> : null}
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4 border-t-2 border-ink pt-4 print:hidden">
        <TabLinks
          label="Format"
          tabs={[
            { to: "/whitepaper?view=html", label: "HTML", current: view === "html" },
            { to: "/whitepaper?view=pdf", label: "PDF", current: view === "pdf" },
          ]}
        />
        <a href={PDF} className={buttonClass({ variant: "secondary", size: "sm" })}>
          <ExternalIcon className="size-4" />
          Open PDF
        </a>
      </div>
      {view === "pdf" ? (
        <PdfViewer file={PDF} title={title} />
      ) : (
        <PaperText paper={paper} title={title} />
      )}
    </Page>
  );
}

type Paper = Awaited<ReturnType<typeof readWhitepaper>>;

const PaperDetails = ({
  authors,
  date,
  abstract,
}: Pick<Paper, "authors" | "date" | "abstract">) => (
  <div className="-mt-4 mb-10 max-w-measure sm:-mt-6">
    <p className="text-muted">
      Whitepaper by the {authors}, <DateTime value={date} className="whitespace-nowrap" />
    </p>
    <h2 className="mt-6 text-sm font-medium text-muted">Abstract</h2>
    <p className="mt-1.5 font-display text-lg text-pretty">{abstract}</p>
  </div>
);

interface PaperTextProps {
  paper: (Pick<Paper, "sections"> & { html: string | null }) | null;
  title: string;
}

function PaperText({ paper, title }: PaperTextProps) {
  if (!paper) {
    return (
      <>
        <FormAlert className="mb-6">Error loading content. Please try again.</FormAlert>
        <PdfViewer file={PDF} title={title} />
      </>
    );
  }
  if (!paper.html) return <EmptyState>No content available</EmptyState>;
  return (
    <div className="grid-cols-[14rem_minmax(0,42rem)] items-start gap-x-14 lg:grid">
      <TableOfContents sections={paper.sections} />
      <Prose html={paper.html} />
    </div>
  );
}

const about = {
  path: "/whitepaper",
  title: "Whitepaper",
  description:
    "How research is reviewed and ranked, how members vote, and how the momentum and sentiment engines work, with every formula and their limits.",
};

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) => {
  const published = loaded?.paper?.date;
  return pageMeta({
    ...about,
    matches,
    type: "article",
    published,
    structured: (here) => contentPageData(here, { ...about, published }),
  });
};
