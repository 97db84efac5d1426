/** Events, searched by administrators. */
import { findPeopleNamed, findNamesOf } from "~/models/people-by-name.server";
import { listEvents } from "~/models/event.server";
import type { Viewer } from "~/domain/viewer";
import type { EventSearch } from "~/schemas/event-search";
import { eventKinds } from "~/schemas/events";
import { requirePower } from "../require-power";

const PAGE_SIZE = 50;

/**
 * @returns one page of events, newest first, with whom they are about and which administrator acted, and the id after
 *   which the next page begins
 * @throws ServiceError `unauthenticated` and `forbidden`
 */
export async function searchEvents(viewer: Viewer | null, { person, ...filter }: EventSearch) {
  requirePower(viewer, "administer");
  const [found] = person ? await findPeopleNamed([person]) : [];
  const isUnknownPerson = Boolean(person && !found);
  // All events of a kind have the same level, so a search with another level would find nothing.
  const { kind, level } = filter;
  const isImpossible = kind && level && eventKinds[kind].level !== level;
  if (isUnknownPerson || isImpossible) return { events: [], next: null, isUnknownPerson };
  const events = await listEvents({ ...filter, ...(found && { user: found.id }) }, PAGE_SIZE + 1);
  const shown = events.slice(0, PAGE_SIZE);
  const names = await findNamesOf(
    shown.flatMap(({ user, details }) => [user, details.administrator as string | undefined]),
  );
  const namedBy = (id: unknown) => {
    const name = names.get(id as string | null);
    return name === undefined ? null : { id: id as string, name };
  };
  return {
    events: shown.map(({ details: { administrator, ...details }, ...event }) => ({
      ...{ id: event.id, kind: event.kind, level: event.level, at: event.at, details },
      ...{ address: event.address, count: event.count },
      person: namedBy(event.user),
      by: namedBy(administrator),
    })),
    next: events.length > PAGE_SIZE ? shown.at(-1)!.id : null,
    isUnknownPerson,
  };
}
