/** What the languages of code blocks are called (as in web/src/features/editor/code/code-language-names.ts, which a test compares). */
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

const LABELS = new Map(
  NAMES.split('\n').flatMap((line) => {
    const [label = '', names = ''] = line.split(': ');
    return names.split(' ').map((name) => [name, label] as const);
  }),
);

/** @returns the language's name for people; one that nobody here knows is called as it is written */
export function languageLabel(language: string): string {
  return LABELS.get(language.toLowerCase()) ?? language;
}
