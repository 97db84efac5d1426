import { personPath } from "~/domain/person-path";
import { peopleById } from "~/models/profile.server";
import { removeWriter } from "~/models/writer.server";
import { asPages, type Feature } from "../feature";
import { isUnlisted } from "./people.server";

/** The public profiles. */
export const people: Feature = {
  deleteFor: ({ id }) => removeWriter(id),
  fixedPages: [["/people"]],
  sitemap: {
    people: asPages(peopleById, (person) =>
      !person || isUnlisted(person) ? null : { path: personPath(person.name), modified: null },
    ),
  },
};
