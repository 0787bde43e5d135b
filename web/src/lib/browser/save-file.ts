/** Hands a file to the browser, which puts it where a person's downloads go. */

// Browsers begin to read it some time after the click.
const KEPT_MS = 60_000;

export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
