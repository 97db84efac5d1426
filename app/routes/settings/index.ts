import { redirect } from "@remix-run/node";
import { FIRST_SECTION } from "./sections";

export const loader = () => redirect(FIRST_SECTION);
