/** Events, searched by administrators. */
import { findPeopleNamed, findNamesOf } from "~/models/people-by-name.server";
import { listEvents } from "~/models/event.server";
import type { Viewer } from "~/domain/viewer";
import type { EventSearch } from "~/schemas/event-search";
import { requirePower } from "../require-power";

const PAGE_SIZE = 50;

/**
 * @returns one page of events, newest first, with the names of the people that they are about, and the id after which
 *   the next page begins
 * @throws ServiceError `unauthenticated` and `forbidden`
 */
export async function searchEvents(viewer: Viewer | null, { person, ...filter }: EventSearch) {
  requirePower(viewer, "administer");
  const [found] = person ? await findPeopleNamed([person]) : [];
  if (person && !found) return { events: [], next: null, isUnknownPerson: true };
  const events = await listEvents({ ...filter, ...(found && { user: found.id }) }, PAGE_SIZE + 1);
  const shown = events.slice(0, PAGE_SIZE);
  const ids = [...new Set(shown.flatMap(({ user }) => user ?? []))];
  const names = new Map((await findNamesOf(ids)).map(({ id, name }) => [id, name]));
  return {
    events: shown.map(({ id, kind, level, at, user, address, count, details }) => ({
      ...{ id, kind, level, at, address, count, details },
      person: user && names.has(user) ? { id: user, name: names.get(user)! } : null,
    })),
    next: events.length > PAGE_SIZE ? shown.at(-1)!.id : null,
    isUnknownPerson: false,
  };
}
