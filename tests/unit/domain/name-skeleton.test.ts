import { expect, test } from "vitest";
import { nameSkeleton } from "~/domain/name-skeleton";

test.each([
  ["Paul", "PauI", "Pau1", "PAUL", "paul"],
  ["Mara", "rnara", "MARA", "rnArA"],
  ["Otto", "0tto", "OTT0", "otto"],
  ["Emma", "Ernma", "Emrna", "ernrna"],
])("%s looks like %j", (name, ...others) => {
  for (const other of others) expect(nameSkeleton(other), other).toBe(nameSkeleton(name));
});

test.each([
  ["Paul", "Pauli"],
  ["Mara", "Nara"],
  ["Otto", "Ott"],
  ["Mara2", "Mara3"],
])("%s does not look like %s", (name, other) => {
  expect(nameSkeleton(other)).not.toBe(nameSkeleton(name));
});
