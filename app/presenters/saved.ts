import { savedResponse, type SavedResponse } from "~/schemas/saved";
import type { SavedEntry } from "~/services/saved/saved.server";
import { presenter } from "./presenter";

const present = presenter(savedResponse);
const REMOVED = { title: null, author: null, excerpt: null, path: null, createdAt: null };

/** Serializes something saved, for the person who has saved it only. */
export const serializeSaved = ({ text, ...bookmark }: SavedEntry): SavedResponse =>
  present({ ...bookmark, isRemoved: text === null, ...(text ?? REMOVED) });
