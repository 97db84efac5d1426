/** After this import, the process can import the project's TypeScript, including `~/` paths. */
import { register } from "tsx/esm/api";

register();
