import config from "../vitest.config.ts";
import { LONG_FILES } from "./long-tests.ts";

/** What `npm run verify:long` runs. */
export default { ...config, test: { ...config.test, include: LONG_FILES } };
