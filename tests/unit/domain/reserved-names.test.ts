import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { feedPaths } from "~/config/feeds";
import { hubPaths } from "~/config/hubs";
import { isReservedName } from "~/domain/reserved-names";

const SITE = "Quorum";

test.each([
  ..."admin Admin ADMIN Adm1n 4dmin adrnin AdmIn Admln admin1 Admin2026 administrator".split(" "),
  ..."moderator support root r00t roo7 system api staff SupportTeam TheOfficialAdmin vvebmaster".split(
    " ",
  ),
  ..."Quorum QUORUM Qu0rum quorurn Quorum1 QuorumTeam QuorumSupport2 TheQuorum".split(" "),
])("%s is reserved", (name) => {
  expect(isReservedName(name, SITE)).toBe(true);
});

test.each([
  ...["Mara", "Ida", "Ian", "Theresa", "Modesta", "Rooter", "Adminah", "Quora", "QuorumFan"],
  ...["Systematic", "apiary", "Helper", "Li", "42", "007", "O1", "Testa", "Stockholm"],
])("%s is not reserved", (name) => {
  expect(isReservedName(name, SITE)).toBe(false);
});

test("the name of the site is reserved, even with other characters than letters", () => {
  expect(isReservedName("InvestorsClub", "Investors' Club")).toBe(true);
  expect(isReservedName("Mara", "投資")).toBe(false);
});

test("the first segment of every path of the site is reserved, if it is a possible name", () => {
  const routes = readdirSync("app/routes").map((file) => file.split(/[.$_[]/, 1)[0]!);
  const places = [...routes, ...hubPaths, ...feedPaths].map((path) => path.split("/", 1)[0]!);
  const names = places.map((place) => place.replace(/[^a-z0-9]/gi, "")).filter((name) => name[1]);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => name.length <= 20 && !isReservedName(name, SITE))).toEqual([]);
});
