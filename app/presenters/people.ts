import { personResponse } from "~/schemas/people-responses";
import type { ContributionCounts, Person } from "~/services/people/people.server";
import { presenter } from "./presenter";

const present = presenter(personResponse);

/** Serializes a person's public profile. */
export const serializePerson = (person: Person, counts: ContributionCounts) =>
  present({ ...person, ...counts, memberSince: person.createdAt });
