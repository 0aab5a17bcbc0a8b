import { readFileSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { type Finding, isBad, textOf } from "./finding.ts";

/** A report in the form that CI servers read. `fault` is why nothing more could be checked. */
export function junitOf(findings: readonly Finding[], port: string, fault?: string): string {
  const cases = findings.map((finding) => {
    const { name, seconds, status } = finding;
    const [kind = name, own = name] = name.split("/");
    const open = `    <testcase classname="conformance.${escaped(kind)}" name="${escaped(own)}" time="${seconds.toFixed(3)}"`;
    if (status === "passed") return `${open}/>`;
    if (status === "expected-failure") return `${open}><skipped message="expected to fail"/></testcase>`;
    const [message = ""] = (finding.failure?.rule ?? textOf(finding)).split("\n");
    return `${open}>\n      <failure message="${escaped(message)}">${escaped(textOf(finding))}</failure>\n    </testcase>`;
  });
  if (fault !== undefined) {
    const [message = ""] = fault.split("\n");
    cases.push(
      `    <testcase classname="conformance" name="the port">\n      <error message="${escaped(message)}">${escaped(fault)}</error>\n    </testcase>`,
    );
  }
  const failures = findings.filter(isBad).length;
  const skipped = findings.filter(({ status }) => status === "expected-failure").length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite name="conformance: ${escaped(port)}" tests="${cases.length}" failures="${failures}" errors="${fault === undefined ? 0 : 1}" skipped="${skipped}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** Text for XML. What XML cannot hold at all is spelled out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}

/** A line for GitHub's log that becomes an annotation, at the place of the check when it lies in the checkout. */
export function annotationOf(finding: Finding, workspace: string): string {
  const { at, name } = finding;
  const file = relative(workspace, at.file);
  const isInside = !file.startsWith("..") && !isAbsolute(file);
  const place = isInside ? `file=${property(file)},line=${lineOf(at)},` : "";
  return `::error ${place}title=${property(`conformance ${name}`)}::${data(textOf(finding))}`;
}

/** The same for an implementation that cannot be checked. */
export function annotationOfFault(sentence: string): string {
  return `::error title=conformance::${data(sentence)}`;
}

/** The line of a check, from 1. */
export function lineOf({ file, find }: Finding["at"]): number {
  const source = readFileSync(file, "utf8");
  const index = source.indexOf(find);
  return index === -1 ? 1 : source.slice(0, index).split("\n").length;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
