import { listedPersonResponse, personResponse } from "~/schemas/people-responses";
import type { ContributionCounts, Person } from "~/services/people/people.server";
import type { ListedPerson } from "~/services/people/list.server";
import { presenter } from "./presenter";

const present = presenter(personResponse);
const presentListed = presenter(listedPersonResponse);

/** Serializes a person of the list of people. */
export const serializeListedPerson = (person: ListedPerson) =>
  presentListed({ ...person, memberSince: person.createdAt });

/** Serializes a person's public profile. */
export const serializePerson = (person: Person, counts: ContributionCounts) =>
  present({ ...person, ...counts, memberSince: person.createdAt });
