/** Gives the page another property, the first one as well, and puts the keyboard into its name. */
import type { StateCommand } from '@codemirror/state';
import { frontMatterOf } from './front-matter-of.ts';
import { setPropertiesHidden } from './properties-hidden.ts';
import { addProperty } from './write-properties.ts';

const NAME = 'property';

export const insertProperty: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const read = frontMatterOf(state)?.read;
  // Properties that cannot be read stay as they are written.
  if (read && 'faultLine' in read) return false;
  const taken = read?.properties.map(({ name }) => name) ?? [];
  let name = NAME;
  for (let number = 2; taken.includes(name); number++) name = `${NAME} ${number}`;
  const first = { from: 0, to: 0, insert: `---\n${name}:\n---\n\n` };
  dispatch(state.update({ changes: (read && addProperty(read, name)) ?? first, userEvent: 'input.format' }));
  setPropertiesHidden(false);
  focusName(name);
  return true;
};

const LONGEST_MS = 2000;

/** The table is drawn again after the change. */
function focusName(name: string): void {
  const end = performance.now() + LONGEST_MS;
  const look = () => {
    const field = document.querySelector<HTMLInputElement>(
      `.page-properties dt [aria-label=${JSON.stringify(`Name of ${name}`)}]`,
    );
    if (field) {
      field.focus();
      field.select();
    } else if (performance.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
