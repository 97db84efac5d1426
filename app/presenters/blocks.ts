import { blockedResponse } from "~/schemas/blocks";
import { presenter } from "./presenter";

const present = presenter(blockedResponse);

export const serializeBlocked = ({ name, createdAt }: { name: string; createdAt: Date }) =>
  present({ name, blockedAt: createdAt });
