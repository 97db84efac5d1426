import { topics } from "~/domain/topics";
import { findContributors } from "~/models/hub.server";
import { findStoredAccount } from "~/models/profile.server";
import { findSecondFactor } from "~/models/second-factor.server";
import {
  exportLists,
  type ExportedAccount,
  type ExportedItem,
  type ExportListName,
} from "~/schemas/export";
import type { ExportReader } from "../feature";
import { features } from "../features.server";

const readers = Object.assign({}, ...features.map(({ exported }) => exported)) as {
  [Name in ExportListName]: ExportReader<Name>;
};

/** Reads the items of a list, with the fields of its schema only. */
export async function* readItems<Name extends ExportListName>(
  name: Name,
  userId: string,
): AsyncGenerator<ExportedItem<Name>, void, undefined> {
  const fields = Object.keys(exportLists[name].shape);
  for await (const row of await readers[name](userId)) {
    const values = fields.map((field) => {
      const value = (row as Record<string, unknown>)[field];
      return [field, value instanceof Date ? iso(value) : value];
    });
    yield Object.fromEntries(values) as ExportedItem<Name>;
  }
}

const iso = (date: Date) => date.toISOString();

/** @returns the account as it is exported, or `null` if it is deleted or being deleted */
export async function readAccountPart(userId: string): Promise<ExportedAccount | null> {
  const stored = await findStoredAccount(userId);
  if (!stored) return null;
  const hubs = topics.map(({ slug }) => slug);
  const [factor, contributions] = await Promise.all([
    findSecondFactor(userId),
    findContributors(hubs, [userId]),
  ]);
  const { addressesUsedAt, leaving, createdAt, ...account } = stored;
  return {
    ...account,
    createdAt: iso(createdAt),
    addressesUsedAt: addressesUsedAt.map(iso),
    leaving: leaving && { ...leaving, at: iso(leaving.at) },
    hubs: contributions.map(({ hub }) => hub),
    secondFactor: factor && {
      confirmedAt: iso(factor.confirmedAt),
      recoveryCodesLeft: factor.recoveryCodesLeft,
    },
  };
}
