import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/list";
import { LinkifiedText } from "~/components/ui/linkified-text";
import { Page, PageHeader } from "~/components/ui/page";
import { readFiledMails, opensOutbox } from "~/services/mail/transport.server";
import { noStore } from "~/utils/http/headers";
import { linkify } from "~/domain/linkify";
import { hiddenMeta } from "~/utils/seo/meta";

const MAX_MAILS_SHOWN = 50;

/** For developers and demo users who know the key that was printed when the site started; others get a 404. */
export async function loader({ request }: LoaderFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  if (!opensOutbox(key)) throw new Response(null, { status: 404 });
  const mails = await readFiledMails(MAX_MAILS_SHOWN);
  return { mails: mails.map(({ text, ...mail }) => ({ ...mail, segments: linkify(text) })) };
}

/** The mails that were written to files because no SMTP server is configured. */
export default function DevelopmentOutbox() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <Page width="reading">
      <PageHeader
        title="Outbox"
        standfirst="Without an SMTP server mails become files. Whoever has the address of this page can see them."
      />
      {mails.length === 0 ? <EmptyState>No mails yet.</EmptyState> : null}
      <ul className="grid gap-3">
        {mails.map(({ name, to, subject, date, segments }, i) => (
          <li key={name} className="rounded border border-line px-5 py-4">
            <details open={i === 0}>
              <summary className="cursor-pointer">
                <b className="font-medium wrap-anywhere">{subject}</b>
                <span className="block text-sm wrap-anywhere text-muted">
                  to {to}, <DateTime value={date} withTime />
                </span>
              </summary>
              <LinkifiedText segments={segments} className="mt-4" />
            </details>
          </li>
        ))}
      </ul>
    </Page>
  );
}

export const headers = noStore;

export const meta = hiddenMeta("Outbox", "Mails on this machine.");
