import { decodeCursor, type Page } from "~/domain/cursor";
import type { PeopleOrder } from "~/domain/people-orders";
import { findPeople, type Person } from "~/models/profile.server";
import { listWriters, listWritersByName, type Writer } from "~/models/writer.server";
import { isUnlisted } from "./people.server";

export type ListedPerson = Person & Omit<Writer, "nameKey">;

interface PeopleList {
  /** Lists only people whose names begin with it, in any case, in the order of their names. */
  q?: string | undefined;
  order: PeopleOrder;
  /** The `next` of the page before; ignored if it is of another order. */
  after?: string | undefined;
  limit: number;
}

/**
 * The people with proven addresses who have written something, except those who do not want to be found by search
 * engines. A page may have fewer than `limit` people and still have a next one.
 */
export async function browsePeople(list: PeopleList): Promise<Page<ListedPerson>> {
  const { items, next } = await readWriters(list);
  const people = new Map((await findPeople(items.map(({ id }) => id))).map((one) => [one.id, one]));
  const listed = items.flatMap(({ nameKey: _, ...counts }) => {
    const person = people.get(counts.id);
    return person && !isUnlisted(person) ? [{ ...person, ...counts }] : [];
  });
  return { items: listed, next, previous: null };
}

function readWriters({ q = "", order, after, limit }: PeopleList): Promise<Page<Writer>> {
  if (q || order === "name") {
    const isName = after !== undefined && /^[a-z0-9]+$/.test(after);
    return listWritersByName(q.toLowerCase(), { after: isName ? after : null, limit });
  }
  const field = order === "most" ? "total" : "newestAt";
  return listWriters(field, { after: after === undefined ? null : decodeCursor(after), limit });
}
