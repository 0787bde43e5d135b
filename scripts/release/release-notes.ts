/** The notes of a release, from the changelog. */

/**
 * @returns the changelog's section of this version, or of what is unreleased, without its heading
 * @throws {Error} where both are missing or empty
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const sectionOf = (name: string) => sections.find((text) => /^\[?([^\s\]]+)/.exec(text)?.[1] === name);
  const section = sectionOf(version) ?? sectionOf('Unreleased') ?? '';
  const notes = section.slice(section.indexOf('\n')).trim();
  if (notes === '') throw new Error(`CHANGELOG.md has nothing about ${version}.`);
  return notes;
}
