import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import type { Named } from "~/domain/named";
import { eventSearch } from "~/schemas/event-search";
import { eventKindNames } from "~/schemas/events";
import { searchEvents } from "~/services/admin/site-events.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { searchParams } = new URL(args.request.url);
  const search = eventSearch.parse(Object.fromEntries(searchParams));
  const { events, next, isUnknownPerson } = await orErrorResponse(searchEvents(viewer, search));
  const more = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  if (next) more.set("before", next);
  return {
    search,
    isUnknownPerson,
    kinds: eventKindNames.map((kind) => ({ kind, title: titleOf(kind) })),
    next: next && `/admin/events?${more}`,
    events: events.map(({ kind, at, details, ...event }) => ({
      ...event,
      title: titleOf(kind),
      at: at.toISOString(),
      details: detailsInWords(details),
    })),
  };
}

/** "sign-in-failed" → "Sign in failed" */
const titleOf = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("-", " ");

/** { withContent: true, sessions: ["browser"] } → "with content: yes, sessions: browser" */
const detailsInWords = (details: object): string =>
  Object.entries(details)
    .map(([name, value]) => {
      const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return `${words}: ${typeof value === "object" && value ? listInWords(value) : wordFor(value)}`;
    })
    .join(", ");
const listInWords = (value: object): string =>
  Array.isArray(value) ? value.map(wordFor).join(" and ") : `(${detailsInWords(value)})`;
const wordFor = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

export default function Events() {
  const { search, isUnknownPerson, kinds, events, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Events"
        standfirst="Sign-ins, refusals, limits and what was decided, kept for 90 days."
      />
      <Form
        key={JSON.stringify(search)}
        className="mb-8 flex flex-wrap items-end gap-4"
        role="search"
        aria-label="Events"
      >
        <label className="grid gap-1">
          <span className="field-label">Kind</span>
          <select name="kind" defaultValue={search.kind ?? ""} className="control max-w-64">
            <option value="">All</option>
            {kinds.map(({ kind, title }) => (
              <option key={kind} value={kind}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          <span className="field-label">Level</span>
          <select name="level" defaultValue={search.level ?? ""} className="control">
            <option value="">All</option>
            <option value="info">Done</option>
            <option value="warn">Refused or failed</option>
          </select>
        </label>
        <label className="grid gap-1">
          <span className="field-label">Person</span>
          <input name="person" defaultValue={search.person} className="control max-w-48" />
        </label>
        <label className="grid gap-1">
          <span className="field-label">Day (UTC)</span>
          <input type="date" name="day" defaultValue={search.day} className="control" />
        </label>
        <Button>Search</Button>
      </Form>
      {events.length ? (
        <ol className="grid gap-px">
          {events.map(({ id, title, level, at, person, by, address, count, details }) => (
            <li key={id} className="border-t border-line py-3">
              <p className="flex flex-wrap gap-x-3">
                <b className={level === "warn" ? "font-medium text-warning" : "font-medium"}>
                  {title}
                  {count > 1 ? ` × ${count}` : null}
                </b>
                <span className="text-muted">
                  <DateTime value={at} withTime />
                </span>
                {person ? <Account {...person} /> : null}
                {by ? (
                  <span className="text-muted">
                    by <Account {...by} />
                  </span>
                ) : null}
                {address ? <span className="text-muted">{address}</span> : null}
              </p>
              <p className="text-sm wrap-anywhere text-muted empty:hidden">{details}</p>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState>
          {isUnknownPerson ? "Nobody has this name." : "There are no such events."}
        </EmptyState>
      )}
      <Pagination next={next} nextLabel="Earlier" />
    </>
  );
}

const Account = ({ id, name }: Named) => (
  <TextLink to={`/admin/people/${id}`}>
    <bdi>{name}</bdi>
  </TextLink>
);

export const meta = hiddenMeta("Events of the site", "What happened on the site.", "/admin/events");
