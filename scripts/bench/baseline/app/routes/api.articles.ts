import { notes } from "../notes.server";

export const loader = () => Response.json({ data: notes, total: notes.length });
