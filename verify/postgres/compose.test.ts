import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseStoreUrl } from "../../lessons/x1-shared-session/postgres-url.ts";

const FOLDER = join(import.meta.dirname, "../../lessons/x1-shared-session");
const compose = readFileSync(join(FOLDER, "compose.yaml"), "utf8");
const readmes = [join(FOLDER, "README.md"), join(FOLDER, "../../README.md")].map((path) =>
  readFileSync(path, "utf8"),
);

/** The value of a key that stands once in the file. */
function valueUnder(key: string): string {
  const found = [...compose.matchAll(new RegExp(`^ *${key}: *(.+)$`, "gm"))];
  expect(found, key).toHaveLength(1);
  return found[0]?.[1] ?? "";
}

test("the compose file starts the server that the texts name: its user, database, port and version", () => {
  const urls = [compose, ...readmes].flatMap((text) =>
    [...text.matchAll(/TWO_GATES_STORE=(postgres:\/\/.+?) PGPASSWORD/g)].map(([, url = ""]) => url),
  );
  expect(urls.length).toBeGreaterThanOrEqual(3);
  for (const url of urls) {
    const { user, database, hosts, password } = parseStoreUrl(url.replace("<this machine>", "server"));
    expect({ user, database, password }).toEqual({
      user: valueUnder("POSTGRES_USER"),
      database: valueUnder("POSTGRES_DB"),
      password: undefined,
    });
    expect(compose).toContain(`"${hosts[0]?.port}:5432"`);
  }
  const [, version] = /^postgres:(\d+)$/.exec(valueUnder("image")) ?? [];
  for (const text of readmes) {
    const [, oldest] = /(?:PostgreSQL \(|from )(\d+)(?: or newer| on)/.exec(text) ?? [];
    expect(Number(version)).toBeGreaterThanOrEqual(Number(oldest));
  }
});

test("the compose file starts with the command that its text and the README give, and holds no password", () => {
  const file = "docker compose -f lessons/x1-shared-session/compose.yaml up";
  for (const text of [compose, readmes[0]]) expect(text).toContain(`GATES_PASSWORD=... ${file}`);
  expect(valueUnder("POSTGRES_PASSWORD")).toMatch(/^\$\{GATES_PASSWORD:\?.+\}$/);
});
