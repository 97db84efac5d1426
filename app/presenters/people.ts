import type { PersonResponse } from "~/schemas/people-responses";
import type { ContributionCounts, Person } from "~/services/people/people.server";

/** Serializes a person's public profile. */
export const serializePerson = (person: Person, counts: ContributionCounts): PersonResponse => ({
  name: person.name,
  about: person.about,
  link: person.link,
  disclosure: person.disclosure,
  isMember: person.isMember,
  memberSince: person.createdAt.toISOString(),
  ...counts,
});
