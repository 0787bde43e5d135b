/** The names of the languages of code blocks. Their parsers are in languages.ts. */

export interface CodeLanguage {
  readonly label: string;
  /** The words behind the fence. */
  readonly name: string;
  /** Other names that people write for it. */
  readonly aliases: readonly string[];
}

/** For a block without a language. */
export const PLAIN_TEXT: CodeLanguage = { label: 'Plain text', name: '', aliases: ['none', 'text', 'txt'] };

const NAMES = `Bash: bash sh shell zsh console
C: c h
C#: csharp cs c#
C++: cpp c++ cc hpp
CSS: css scss less
Dart: dart
Diff: diff patch
Dockerfile: dockerfile docker
Go: go golang
Haskell: haskell hs
HTML: html htm vue svelte
INI: ini properties env
Java: java
JavaScript: javascript js mjs cjs node jsx
JSON: json jsonc json5
Kotlin: kotlin kt
Lua: lua
nginx: nginx
Perl: perl pl
PHP: php
PowerShell: powershell ps1 pwsh
Python: python py
R: r
Ruby: ruby rb
Rust: rust rs
Scala: scala
SQL: sql postgres postgresql psql mysql sqlite
Swift: swift
TOML: toml
TSX: tsx
TypeScript: typescript ts mts cts
XML: xml svg xsl
YAML: yaml yml`;

export const CODE_LANGUAGES: readonly CodeLanguage[] = NAMES.split('\n').map((line) => {
  const [label = '', names = ''] = line.split(': ');
  const [name = '', ...aliases] = names.split(' ');
  return { label, name, aliases };
});

const LABELS = new Map(
  [PLAIN_TEXT, ...CODE_LANGUAGES].flatMap(({ label, name, aliases }) =>
    [name, ...aliases].map((each) => [each, label] as const),
  ),
);

/** @returns the language's name for people; one that nobody here knows is called as it is written */
export function languageLabel(language: string): string {
  return LABELS.get(language.toLowerCase()) ?? language;
}

/** @returns the languages that what is typed may mean, those whose names begin with it first */
export function findLanguages(typed: string): CodeLanguage[] {
  const wanted = typed.trim().toLowerCase();
  const all = [PLAIN_TEXT, ...CODE_LANGUAGES];
  if (wanted === '') return all;
  const rank = ({ label, name, aliases }: CodeLanguage) => {
    const names = [label.toLowerCase(), name, ...aliases];
    if (names.includes(wanted)) return 0;
    if (names.some((each) => each.startsWith(wanted))) return 1;
    return names.some((each) => each.includes(wanted)) ? 2 : 3;
  };
  return all
    .map((language) => ({ language, place: rank(language) }))
    .filter(({ place }) => place < 3)
    .sort((a, b) => a.place - b.place)
    .map(({ language }) => language);
}
